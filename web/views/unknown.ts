import { h } from '../dom/h.ts'
import type { View } from './view.ts'

/** There is no such page. */
export function unknownPage(): View {
  return {
    title: 'No such page',
    body: h(
      'div',
      {},
      h('h1', {}, 'No such page'),
      h(
        'p',
        { class: 'lede' },
        'The address leads nowhere here. ',
        h('a', { href: '/' }, 'The overview'),
        ' does.',
      ),
    ),
  }
}
