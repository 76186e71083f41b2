import { h, type VNode } from '../dom/h.ts'

/** Result of reading files. */
interface ReadFiles {
  /** Words on them; empty: nothing could be read. */
  readonly found: string
  /** Says why files could not be read, a sentence each. */
  readonly refused: readonly string[]
  readonly show?: () => Promise<void> | void
}

interface FileDrop {
  readonly heading: string
  /** Follows “or”, as a link. */
  readonly choose: string
  /** Kinds of files and their largest size. */
  readonly kinds: string
  readonly accept: string
  readonly multiple: boolean
  /** Reads files; null where `isLatest` says that others were chosen meanwhile. What is shown goes into `place`. */
  readonly read: (
    files: readonly File[],
    place: HTMLElement,
    isLatest: () => boolean,
  ) => Promise<ReadFiles | null>
  readonly signal: AbortSignal
}

/** Takes files that are dropped or chosen, and below it what was read of them, in this page alone (safety.md P11). */
export function fileDrop(drop: FileDrop): VNode {
  const { heading, choose, kinds, accept, multiple } = drop
  return h(
    'div',
    { class: 'har-reader', onmount: (root: HTMLElement) => attach(root, drop) },
    h(
      'label',
      { class: 'drop', id: 'drop' },
      h('strong', heading),
      h('span', 'or ', h('span.as-link', choose), `: ${kinds}`),
      h('input', { class: 'visually-hidden', type: 'file', id: 'file', multiple, accept }),
    ),
    h('p', { id: 'status', role: 'status', 'aria-live': 'polite' }),
    h('div', { id: 'loads' }),
  )
}

function attach(root: HTMLElement, { read, multiple, signal }: FileDrop) {
  const document = root.ownerDocument
  const element = <T extends HTMLElement>(selector: string) => root.querySelector<T>(selector) as T
  const [drop, status, shown] = [element('.drop'), element('#status'), element('#loads')]
  const input = element<HTMLInputElement>('#file')
  /** Number of the files that were chosen last: earlier ones that are still being read are not shown. */
  let latest = 0
  signal.addEventListener('abort', () => latest++)

  input.addEventListener('change', () => void open([...(input.files ?? [])]))
  // A file that misses the area would otherwise be opened by the browser in place of the page.
  for (const name of ['dragenter', 'dragover'])
    document.addEventListener(
      name,
      (event) => {
        event.preventDefault()
        drop.classList.add('over')
      },
      { signal },
    )
  for (const name of ['dragleave', 'drop'])
    document.addEventListener(name, () => drop.classList.remove('over'), { signal })
  document.addEventListener(
    'drop',
    (event) => {
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      void open(multiple ? files : files.slice(0, 1))
    },
    { signal },
  )

  async function open(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    const turn = ++latest
    shown.replaceChildren()
    status.classList.remove('alert')
    const from = files.length === 1 ? (files[0]?.name ?? '') : `${files.length} files`
    status.textContent = `Reading ${from} …`
    const done = await read(files, shown, () => turn === latest)
    if (done === null || turn !== latest) return
    // Chosen again, the same file is read again.
    input.value = ''
    status.classList.toggle('alert', done.refused.length > 0)
    status.textContent = [...(done.found === '' ? [] : [`${from}: ${done.found}`]), ...done.refused].join(' ')
    await done.show?.()
  }
}

/** Width of a waterfall that fills its place; a narrower one would have no room for bars, px. */
export function chartWidth(place: HTMLElement): number {
  return Math.max(280, place.clientWidth)
}
