import { type Choices, OPENING_DATA } from '../client/address.ts'
import { ApiError } from '../client/api.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'

interface BlockOptions<T> {
  /** Names what is loaded, for the message when it fails: `the distribution`. */
  readonly what: string
  /** Room that is kept while it loads: about what will be there. */
  readonly size: 'line' | 'small' | 'chart' | 'large'
  readonly load: () => Promise<T>
  readonly show: (value: T) => Child
  /** True for an answer that is not whole yet: it is asked for again after a while. */
  readonly again?: (value: T) => boolean
  readonly signal: AbortSignal
  /** The address of the page with choices changed. */
  readonly link: (choices: Choices) => string
  /** Called with every load, so that a page can wait a moment before it is shown. */
  readonly pending: (load: Promise<unknown>) => void
}

/** A part of a page that loads on its own: a skeleton while it loads, a message and a retry where it fails. */
export function block<T>(options: BlockOptions<T>): VNode {
  return h('div', {
    class: 'block',
    onmount: (element: HTMLElement) => options.pending(fill(element, options)),
  })
}

const AGAIN_MS = 2_000

async function fill<T>(element: HTMLElement, options: BlockOptions<T>): Promise<void> {
  const document = element.ownerDocument
  const put = (...children: readonly Child[]) => {
    element.replaceChildren(...renderHtml(h('div', ...children), document).childNodes)
  }
  element.setAttribute('aria-busy', 'true')
  if (element.childNodes.length === 0) put(skeleton(options.size, options.what))
  try {
    const value = await options.load()
    await nextTask()
    if (options.signal.aborted) return
    put(options.show(value))
    if (options.again?.(value)) askAgain(() => void fill(element, options), options.signal)
  } catch (error) {
    if (options.signal.aborted) return
    if (error instanceof ApiError && error.status === 404) put(notThere(error, options))
    else
      put(
        h(
          'div',
          { class: 'failure', role: 'alert' },
          h('p', h('strong', `Could not load ${options.what}. `), reason(error)),
          h(
            'button',
            {
              type: 'button',
              onclick: () => {
                element.replaceChildren()
                void fill(element, options)
              },
            },
            'Try again',
          ),
        ),
      )
  } finally {
    element.removeAttribute('aria-busy')
  }
}

/** Says what is not there, which will not be there at the next try, with a way to what is. */
function notThere({ message }: ApiError, { link }: Pick<BlockOptions<unknown>, 'link'>): VNode {
  const opening = link(OPENING_DATA)
  return h(
    'div',
    { class: 'failure', role: 'alert' },
    h('p', h('strong', '404: '), message),
    opening === link({}) ? null : h('p', h('a', { href: opening }, 'What this page opens with')),
  )
}

/** A task for each part, so that a slow processor can answer its visitor between two of them. */
function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done))
}

function askAgain(ask: () => void, signal: AbortSignal): void {
  const timer = setTimeout(ask, AGAIN_MS)
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
}

/** Grey shapes in the place of what is to come. */
export function skeleton(size: BlockOptions<unknown>['size'], what: string): VNode {
  return h('div', { class: `skeleton skeleton-${size}` }, h('span.visually-hidden', `Loading ${what} …`))
}

function reason(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return `The page could not show it: ${error instanceof Error ? error.message : String(error)}`
}
