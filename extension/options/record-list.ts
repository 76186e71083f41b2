import { h, type VNode } from '../../web/dom/h.ts'
import type { ContributionState, HandledRecord, Outcome, QueuedRecord } from '../store/contribution-state.ts'

/** Every record, as the very text that is sent: those that wait, and those that were dealt with. */
export function recordList({ queue, history }: ContributionState): VNode {
  return h(
    'div',
    h('h3', `Waiting to be sent: ${queue.length}`),
    h('div', { id: 'queue' }, queue.map(waiting)),
    h('h3', `Dealt with: ${history.length}`),
    h('div', { id: 'history' }, history.toReversed().map(handled)),
    h(
      'p.note',
      'At most 500 records wait, for 7 days at most. The last 500 that were dealt with are listed here.',
    ),
  )
}

function waiting({ record, domain, dueMs, problem, attempts }: QueuedRecord): VNode {
  const due = new Date(dueMs).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const tried = problem === null ? '' : `; tried ${attempts === 1 ? 'once' : `${attempts} times`}: ${problem}`
  return entry(`${domain}, ${record.day}, not before ${due}${tried}`, record)
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  accepted: 'accepted',
  already_counted: 'there was one of that day already: not counted',
  refused: 'refused by the server',
  expired: 'not sent: it waited too long, or too many did',
}

function handled({ record, domain, outcome, day }: HandledRecord): VNode {
  return entry(`${domain}, ${record.day}: ${OUTCOMES[outcome]} on ${day}`, record)
}

function entry(words: string, record: QueuedRecord['record']): VNode {
  return h(
    'details',
    h('summary', words),
    h('pre', { tabindex: 0, role: 'region', 'aria-label': words }, JSON.stringify(record, null, 2)),
  )
}
