import failures from '../../docs/failures.md?section'
import method from '../../docs/method.md?document'
import metrics from '../../docs/metrics.md?section'
import { h } from '../dom/h.ts'
import type { View } from './view.ts'

/** Says how every number is computed. */
export function methodPage(): View {
  const nodes = [...method, ...metrics, ...failures]
  const sections = nodes.filter((node) => node.tag === 'h2')
  return {
    title: 'Method',
    body: h(
      'div.with-contents',
      h(
        'nav',
        { class: 'contents', 'aria-label': 'On this page' },
        h(
          'ul',
          sections.map(({ attributes, children }) =>
            h('li', h('a', { href: `#${attributes.id}` }, children)),
          ),
        ),
      ),
      h('article.prose', nodes),
    ),
  }
}
