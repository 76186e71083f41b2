import { copied } from '../client/copied.ts'
import { part } from '../client/part.ts'
import { h, type VNode } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'
import { type CitedView, citationBibtex, citationText } from './citation.ts'

interface CiteBox {
  /** Another view is shown, or its data has come. */
  refresh(): void
}

/** The citation of what is shown, as text and as BibTeX. `cited`: null for pages that show no data. */
export function attachCiteBox(
  document: Document,
  navigator: Navigator,
  cited: () => CitedView | null,
): CiteBox {
  const box = part(document, '#cite')
  const refresh = (): void => {
    const view = cited()
    box.hidden = view === null
    if (view === null || !box.hasAttribute('open')) return
    const shown = h(
      'div',
      citation(navigator, 'Text', citationText(view)),
      citation(navigator, 'BibTeX', citationBibtex(view)),
    )
    part(box, '.citations').replaceChildren(renderHtml(shown, document))
  }
  box.addEventListener('toggle', refresh)
  return { refresh }
}

function citation(navigator: Navigator, name: string, text: string): VNode {
  const copy = async ({ currentTarget: button }: { currentTarget: HTMLElement }): Promise<void> => {
    const section = button.closest('section') ?? button
    const isCopied = await copied(navigator, text)
    // Selection, to be copied by hand, is next best.
    if (!isCopied) button.ownerDocument.getSelection()?.selectAllChildren(part(section, 'pre'))
    part(section, 'output').textContent = isCopied
      ? 'Copied'
      : 'The browser does not allow it: it is selected, copy it with Ctrl+C.'
  }
  return h(
    'section',
    { class: 'citation', 'aria-label': name },
    h('pre', { tabindex: 0 }, text),
    h(
      'p',
      h('button', { type: 'button', class: 'as-link', onclick: copy }, `Copy ${name}`),
      ' ',
      h('output'),
    ),
  )
}
