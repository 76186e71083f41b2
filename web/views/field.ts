import { h } from '../dom/h.ts'
import type { View } from './view.ts'

/** What visitors contributed. There is nothing yet, and the page says so. */
export function field(): View {
  return {
    title: 'Field',
    body: h(
      'div',
      {},
      h('h1', {}, 'Field'),
      h(
        'p',
        { class: 'lede' },
        'What people see in their own browsers, on their own networks. No contributions have been published yet.',
      ),
      h(
        'p',
        {},
        'Field data will stand here, apart from everything else: it comes from other machines, other networks and other pages than our own loads do, and nobody chose at random who took part. So it is never pooled with ',
        h('a', { href: '/sites' }, 'live'),
        ' or ',
        h('a', { href: '/lab' }, 'lab'),
        ' samples, and no comparison on another page uses it.',
      ),
    ),
  }
}
