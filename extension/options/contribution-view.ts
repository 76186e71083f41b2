import { h, type VNode } from '../../web/dom/h.ts'
import { DROP_REASONS, type DropReason } from '../capture/types.ts'
import type { ContributionState } from '../store/contribution-state.ts'

interface ContributionActions {
  readonly stop: (domain: string) => void
  readonly pause: (paused: boolean) => void
}

/** Shows what is agreed to at present, how to stop it, and which loads were not used. */
export function contributionView(state: ContributionState, actions: ContributionActions): VNode {
  const { consent, paused, deletions } = state
  if (consent === null)
    return h(
      'div',
      h('p.nothing', 'Nothing: you have not agreed to anything.'),
      pendingDeletions(deletions.length),
    )
  return h(
    'div',
    h(
      'p.row',
      h(
        'span',
        paused
          ? 'Paused: nothing is measured and nothing is sent.'
          : `Loads of ${consent.domains.length === 1 ? '1 site' : `${consent.domains.length} sites`}, since ${consent.day}.`,
      ),
      h(
        'button',
        { type: 'button', id: 'pause', onclick: () => actions.pause(!paused) },
        paused ? 'Resume' : 'Pause',
      ),
    ),
    h(
      'div',
      { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Sites that you contribute' },
      h(
        'table',
        h(
          'tbody',
          consent.domains.map((domain) =>
            h(
              'tr',
              h('th', { scope: 'row' }, domain),
              h(
                'td.number',
                h(
                  'button',
                  { type: 'button', 'data-stop': domain, onclick: () => actions.stop(domain) },
                  'Stop, and delete its records',
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    notUsed(state.dropped),
    pendingDeletions(deletions.length),
  )
}

function notUsed(dropped: ContributionState['dropped']): VNode | null {
  const reasons = Object.entries(dropped) as [DropReason, number][]
  if (reasons.length === 0) return null
  const words = reasons.map(([reason, n]) => `${n} × ${DROP_REASONS[reason]}`)
  return h('p', { class: 'note', id: 'dropped' }, `Loads that were not used: ${words.join('; ')}.`)
}

function pendingDeletions(n: number): VNode | null {
  if (n === 0) return null
  return h(
    'p',
    { id: 'pending-deletions' },
    'A deletion is not acknowledged by the server yet. It is asked again until it is.',
  )
}
