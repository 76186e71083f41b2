import { attributeText, type VNode } from './h.ts'
import { fromRoot } from './root-path.ts'

const SVG = 'http://www.w3.org/2000/svg'

/**
 * Makes DOM of a tree. Text becomes text nodes and attributes are set one by one, so nothing that a site calls itself is
 * ever read as markup. `onmount` is called with the element when its children are there.
 */
export function render(node: VNode, document: Document, inSvg = false): HTMLElement | SVGElement {
  const svg = inSvg || node.tag === 'svg'
  const element = svg
    ? document.createElementNS(SVG, node.tag)
    : (document.createElement(node.tag) as HTMLElement | SVGElement)
  for (const [name, value] of Object.entries(node.attributes)) {
    if (typeof value === 'function') {
      if (name !== 'onmount') element.addEventListener(name.slice('on'.length), value as EventListener)
      continue
    }
    const text = attributeText(value)
    if (text !== null) element.setAttribute(name, name === 'href' || name === 'src' ? fromRoot(text) : text)
  }
  for (const child of node.children) {
    element.append(typeof child === 'string' ? document.createTextNode(child) : render(child, document, svg))
  }
  const { onmount } = node.attributes
  if (typeof onmount === 'function') onmount(element as never)
  return element
}

/** {@link render} of a tree that is HTML. */
export function renderHtml(node: VNode, document: Document): HTMLElement {
  const element = render(node, document)
  if (!(element instanceof HTMLElement)) throw new TypeError(`<${node.tag}> is not HTML`)
  return element
}
