/**
 * As much of a document as the dashboard's own renderer needs, so that a view can be read in a test without a browser. What
 * is laid out or observed is left to the tests in test/web/browser.
 */
export class SmallElement {
  readonly tagName: string
  readonly ownerDocument: SmallDocument
  readonly attributes = new Map<string, string>()
  readonly listeners = new Map<string, (event: unknown) => void>()
  childNodes: (SmallElement | string)[] = []
  parentNode: SmallElement | null = null
  hidden = false
  readonly classList = { toggle: () => false }

  constructor(tagName: string, ownerDocument: SmallDocument) {
    this.tagName = tagName
    this.ownerDocument = ownerDocument
  }

  get dataset(): Readonly<Record<string, string | undefined>> {
    return { save: this.attributes.get('data-save') }
  }

  get textContent(): string {
    return this.childNodes.map((child) => (typeof child === 'string' ? child : child.textContent)).join('')
  }

  set textContent(text: string) {
    this.childNodes = [text]
  }

  append(...nodes: readonly (SmallElement | string)[]): void {
    for (const node of nodes) if (typeof node !== 'string') node.parentNode = this
    this.childNodes.push(...nodes)
  }

  prepend(...nodes: readonly (SmallElement | string)[]): void {
    const before = this.childNodes
    this.childNodes = []
    this.append(...nodes, ...before)
  }

  replaceChildren(...nodes: readonly (SmallElement | string)[]): void {
    this.childNodes = []
    this.append(...nodes)
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name)
  }

  addEventListener(name: string, listener: (event: unknown) => void): void {
    this.listeners.set(name, listener)
  }

  /** One compound selector: `tag`, `.class`, `#id`, `[name]` or `[name=value]`, or several of them together. */
  querySelectorAll(selector: string): SmallElement[] {
    return this.childNodes.flatMap((child) => {
      if (typeof child === 'string') return []
      return [...(matches(child, selector) ? [child] : []), ...child.querySelectorAll(selector)]
    })
  }

  querySelector(selector: string): SmallElement | null {
    return this.querySelectorAll(selector)[0] ?? null
  }
}

function matches(element: SmallElement, selector: string): boolean {
  const tests = selector.match(/[.#]?[\w-]+|\[[^\]]+\]/g) ?? []
  return tests.every((test) => {
    const name = test.slice(1)
    if (test.startsWith('.')) return (element.attributes.get('class') ?? '').split(' ').includes(name)
    if (test.startsWith('#')) return element.attributes.get('id') === name
    if (!test.startsWith('[')) return element.tagName === test
    const [attribute = '', value] = name.slice(0, -1).split('=')
    const found = element.attributes.get(attribute)
    return found !== undefined && (value === undefined || found === value)
  })
}

export class SmallDocument {
  readonly documentElement = { clientWidth: 1_200 }
  readonly defaultView = null

  createElement(tagName: string): SmallElement {
    return new SmallElement(tagName, this)
  }

  createElementNS(_namespace: string, tagName: string): SmallElement {
    return this.createElement(tagName)
  }

  createTextNode(text: string): string {
    return text
  }
}

/** The renderer asks whether an element is HTML, and a figure watches its width. */
export function installSmallDocument(): SmallDocument {
  class NeverResized {
    observe(): void {}
    disconnect(): void {}
  }
  class Svg {}
  Object.assign(globalThis, { HTMLElement: SmallElement, SVGElement: Svg, ResizeObserver: NeverResized })
  return new SmallDocument()
}
