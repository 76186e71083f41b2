import { h, type VNode } from '../../web/dom/h.ts'
import type { HarOffer } from './har-offer.ts'

export interface Contributing {
  /** Is null where it can be asked for. */
  readonly outcome: string | null
  /** Its owner has to agree first. */
  readonly toOptions: boolean
}

/** The exact record that a load would be, and the button that contributes it; else why it cannot be contributed. */
export function contributionPart(offer: HarOffer, contributing: Contributing, contribute: () => void): VNode {
  return h(
    'section',
    h('h2', 'Contribution'),
    offer.record === null
      ? h('p', offer.why)
      : [
          h('p', 'This is all that would be contributed, and nothing else of the file:'),
          h('pre', { tabindex: 0, id: 'record' }, JSON.stringify(offer.record, null, 2)),
          action(contributing, contribute),
        ],
  )
}

function action({ outcome, toOptions }: Contributing, contribute: () => void): VNode {
  return h(
    'p.row',
    outcome === null
      ? h(
          'button',
          { type: 'button', class: 'first', id: 'contribute', onclick: contribute },
          'Contribute this load',
        )
      : h('span', { id: 'said' }, outcome),
    toOptions ? h('a', { href: '../options/options.html' }, 'Options') : null,
  )
}
