import { copied } from './client/copied.ts'
import { part } from './client/part.ts'
import { h } from './dom/h.ts'
import { renderHtml } from './dom/render.ts'

/** A button that gives the address of what is shown, with the survey and campaign that it is from. */
export function attachLinkToView(document: Document, navigator: Navigator, permalink: () => string): void {
  const output = part(document, '#view-link')
  part(document, '#link-to-view').addEventListener('click', async () => {
    const href = permalink()
    output.replaceChildren(
      (await copied(navigator, href)) ? 'Copied: ' : '',
      renderHtml(h('a', { href }, href), document),
    )
  })
}
