import { count, integer } from '../../../figures/quantity.ts'
import type { Defaults } from '../../../server/contract/contract.ts'
import type { Choices } from '../../client/address.ts'
import { h, type VNode } from '../../dom/h.ts'
import type { ViewContext } from '../view.ts'
import { day } from './facts.ts'

type Kind = Exclude<keyof Defaults, 'needed'>
type PassedOver<K extends Kind> = Defaults[K]['passedOver'][number]
type Needed = Defaults['needed']

interface Words {
  readonly text: string
  /** Is null where no page shows it. */
  readonly choices: Choices | null
}

/** Says what each kind is chosen by in an address, and what is said of a newer one that cannot answer. */
const KINDS: {
  readonly [K in Kind]: {
    readonly choice: string
    readonly words: (run: PassedOver<K>, needed: Needed) => Words
  }
} = {
  campaign: { choice: 'campaign', words: campaignWords },
  survey: { choice: 'survey', words: surveyWords },
  labRun: { choice: 'run', words: labRunWords },
  replay: { choice: 'run', words: labRunWords },
  loadRun: { choice: 'run', words: loadRunWords },
  study: { choice: 'list', words: studyWords },
}

/**
 * The line above what a page opens with: the newest of those that are newer and cannot answer, with the numbers and a link
 * to it. Null where there is none, and where the address says what to show.
 */
export function passedOverNote<K extends Kind>(
  { query, link }: Pick<ViewContext, 'query' | 'link'>,
  kind: K,
  defaults: Defaults,
): VNode | null {
  const { choice, words } = KINDS[kind]
  const { passedOver, newer } = defaults[kind]
  const [newest] = passedOver as readonly PassedOver<K>[]
  if (newest === undefined || query.has(choice)) return null
  const { text, choices } = words(newest, defaults.needed)
  return h(
    'p.note.passed-over',
    text,
    choices === null ? null : [' ', h('a', { href: link(choices) }, 'Look at it'), '.'],
    newer < 2 ? null : ` Before it, ${integer(newer - 1)} more cannot answer.`,
  )
}

function campaignWords(run: PassedOver<'campaign'>, needed: Needed): Words {
  const { id, state, sites, answering, rounds, samples, leftOut, machineBusy } = run
  const which = machineBusy === leftOut ? 'all' : integer(machineBusy)
  const busy = machineBusy === 0 ? '' : `, ${which} of them because the machine did other work`
  const lost =
    leftOut === 0 ? '' : ` Of its ${count(samples, 'load')}, ${integer(leftOut)} do not count${busy}.`
  const soFar = state === 'finished' ? '' : ' so far'
  return {
    text: `Campaign ${id} (${madeWords(run)}) is newer, but has too few loads${soFar}: ${integer(answering)} of its ${count(sites, 'site')} have the ${rounds} rounds that an interval needs, and ${needed.sites} such sites are needed.${lost}`,
    choices: { campaign: String(id), page: null },
  }
}

function surveyWords(run: PassedOver<'survey'>, needed: Needed): Words {
  const { id, sites, answered } = run
  const newer = `Survey ${id} (${madeWords(run)}) is newer, but`
  if (answered === null)
    return { text: `${newer} not finished: it is of ${count(sites, 'site')}.`, choices: null }
  return {
    text: `${newer} has too few answers: ${integer(answered)} of its ${count(sites, 'site')} could be reached, and ${needed.sites} are needed.`,
    choices: { survey: String(id), page: null },
  }
}

function labRunWords(
  { id, name, createdAt, state, cells, done }: PassedOver<'labRun'>,
  needed: Needed,
): Words {
  const why =
    state === 'finished'
      ? `none of its ${count(cells, 'condition')} has the ${needed.rounds} rounds that an interval needs`
      : `not finished: ${integer(done)} of its ${count(cells, 'condition')} are measured`
  return {
    text: `Lab run ${id} ${name} (${day(createdAt)}) is newer, but ${why}.`,
    choices: { run: String(id), cell: null },
  }
}

function loadRunWords({ id, name, createdAt, repetitions }: PassedOver<'loadRun'>, needed: Needed): Words {
  return {
    text: `Load run ${id} ${name} (${day(createdAt)}) is newer, but has ${integer(repetitions)} of the ${needed.repetitions} repetitions that a verdict needs.`,
    choices: { run: String(id), server: null },
  }
}

function studyWords({ list, week }: PassedOver<'study'>): Words {
  const why = week === null ? 'has no release yet' : `has no published curve in its release of ${week}`
  return { text: `Study ${list} is newer, but ${why}.`, choices: { list, page: null } }
}

/** `this machine: sandbox, 2026-11-27`. */
function madeWords({ createdAt, vantage }: { readonly createdAt: string; readonly vantage: string | null }) {
  return [vantage, day(createdAt)].filter((word) => word !== null).join(', ')
}
