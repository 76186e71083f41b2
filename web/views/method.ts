import failures from '../../docs/failures.md?raw'
import method from '../../docs/method.md?raw'
import metrics from '../../docs/metrics.md?raw'
import { h } from '../dom/h.ts'
import { markdown } from '../dom/markdown.ts'
import type { View } from './view.ts'

/** Documents that stand on this page, and the anchors of their headings. */
const HERE: Readonly<Record<string, string>> = {
  'metrics.md': '#metrics-of-a-sample',
  'failures.md': '#failure-codes',
  'method.md': '#main',
}

/** How every number is made. */
export function methodPage(): View {
  const documents = [method, demoted(metrics), demoted(failures)]
  const nodes = documents.flatMap((source) => markdown(source, linkOf))
  const sections = nodes.filter((node) => node.tag === 'h2')
  return {
    title: 'Method',
    body: h(
      'div',
      { class: 'with-contents' },
      h(
        'nav',
        { class: 'contents', 'aria-label': 'On this page' },
        h(
          'ul',
          {},
          sections.map(({ attributes, children }) =>
            h('li', {}, h('a', { href: `#${attributes.id}` }, children)),
          ),
        ),
      ),
      h('article', { class: 'prose' }, nodes),
    ),
  }
}

/** Only one document has the page's first heading. */
function demoted(source: string): string {
  return source.replaceAll(/^(#{1,5}) /gm, '#$1 ')
}

function linkOf(href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const here = HERE[file.replace(/^(\.\/|docs\/|\.\.\/docs\/)/, '')]
  if (here === undefined) return null
  return anchor === undefined ? here : `#${anchor}`
}
