import { type Choices, withChoices } from './client/address.ts'
import { part } from './client/part.ts'
import { h } from './dom/h.ts'
import { renderHtml } from './dom/render.ts'

/** A button that gives the address of what is shown, with the survey and campaign that it is from. */
export function attachLinkToView(document: Document, window: Window, pinned: () => Choices): void {
  const output = part(document, '#view-link')
  part(document, '#link-to-view').addEventListener('click', async () => {
    const { location, navigator } = window
    const chosen = new URLSearchParams(location.search)
    const missing = Object.entries(pinned()).filter(([name]) => !chosen.has(name))
    const href = location.origin + withChoices(location, Object.fromEntries(missing)) + location.hash
    output.replaceChildren(
      (await copied(navigator, href)) ? 'Copied: ' : '',
      renderHtml(h('a', { href }, href), document),
    )
  })
}

/** False where the browser forbids it, as it does without TLS. */
async function copied({ clipboard }: Navigator, text: string): Promise<boolean> {
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
