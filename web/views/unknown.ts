import { h } from '../dom/h.ts'
import type { View } from './view.ts'

export function unknownPage(): View {
  return {
    title: 'No such page',
    body: h(
      'div',
      h('h1', 'No such page'),
      h(
        'p.lede',
        '404: there is no page at this address. ',
        h('a', { href: '/' }, 'The overview'),
        ' shows what there is.',
      ),
    ),
  }
}
