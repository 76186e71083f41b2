import { h, type VNode } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'
import { compareView } from './compare-view.ts'
import type { ImportedLoad } from './imported-file.ts'
import { type Reader, readInWorker } from './read-in-worker.ts'
import { READ_REFUSALS } from './read-refusal.ts'

export interface HarReader<Load extends ImportedLoad> {
  /** Starts a worker for one file. */
  readonly openReader: () => Reader<Load>
  /** Shows one load in its place on the page. */
  readonly show: (load: Load, place: HTMLElement) => Promise<void> | void
  readonly signal: AbortSignal
}

/** Where files are dropped or chosen, and below it what was read of them, in this page alone (safety.md P11). */
export function harReader<Load extends ImportedLoad>(reader: HarReader<Load>): VNode {
  return h(
    'div',
    { class: 'har-reader', onmount: (root: HTMLElement) => attach(root, reader) },
    h(
      'label',
      { class: 'drop', id: 'drop' },
      h('strong', {}, 'Drop HAR files here'),
      h(
        'span',
        {},
        'or ',
        h('span', { class: 'as-link' }, 'choose them'),
        ': .har, .harp or .har.gz, up to 200 MB each',
      ),
      h('input', {
        class: 'visually-hidden',
        type: 'file',
        id: 'file',
        multiple: true,
        accept: '.har,.harp,.json,.gz,application/json',
      }),
    ),
    h('p', { id: 'status', role: 'status', 'aria-live': 'polite' }),
    h('div', { id: 'loads' }),
  )
}

function attach<Load extends ImportedLoad>(root: HTMLElement, { openReader, show, signal }: HarReader<Load>) {
  const document = root.ownerDocument
  const element = <T extends HTMLElement>(selector: string) => root.querySelector<T>(selector) as T
  const [drop, status, shown] = [element('.drop'), element('#status'), element('#loads')]
  const input = element<HTMLInputElement>('#file')
  /** Of the files that were chosen last: earlier ones that are still being read are not shown. */
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
      void open([...(event.dataTransfer?.files ?? [])])
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
    const loads: Load[] = []
    const refused: string[] = []
    // One after another: each may take as much memory as a page may have.
    for (const file of files) {
      const read = await readInWorker(file, openReader)
      if (turn !== latest) return
      if ('refused' in read)
        refused.push(`${files.length === 1 ? '' : `${file.name}: `}${READ_REFUSALS[read.refused]}`)
      else loads.push(...read.loads.map((load) => named(load, files.length === 1 ? null : file.name)))
    }
    // Chosen again, the same file is read again.
    input.value = ''
    status.classList.toggle('alert', refused.length > 0)
    const found = loads.length === 1 ? 'one load' : `${loads.length} loads`
    status.textContent = [...(loads.length === 0 ? [] : [`${from}: ${found}`]), ...refused].join(' ')
    if (loads[0]) await showFirst(loads, loads[0])
  }

  async function showFirst(loads: readonly Load[], first: Load): Promise<void> {
    const [comparison, place] = [renderHtml(h('div', {}), document), renderHtml(h('div', {}), document)]
    let [chosen, other]: [Load, Load | null] = [first, null]
    const compare = () => {
      const view = other === null ? [] : [compareView(chosen, other, chartWidth(comparison))]
      comparison.replaceChildren(...view.map((each) => renderHtml(each, document)))
    }
    const chooser = loadChooser({
      names: loads.map(({ name }) => name),
      choose(index) {
        chosen = loads[index] ?? first
        compare()
        void show(chosen, place)
      },
      compare(index) {
        other = index === null ? null : (loads[index] ?? null)
        compare()
      },
    })
    if (loads.length > 1) shown.append(renderHtml(chooser, document))
    shown.append(comparison, place)
    await show(first, place)
  }
}

/** Of a waterfall that fills its place; a narrower one would have no room for bars, px. */
export function chartWidth(place: HTMLElement): number {
  return Math.max(280, place.clientWidth)
}

/** Loads of several files are called by their file as well. */
function named<Load extends ImportedLoad>(load: Load, fileName: string | null): Load {
  return fileName === null ? load : { ...load, name: `${fileName}: ${load.name}` }
}

interface LoadChooser {
  readonly names: readonly string[]
  /** Of which one is shown. */
  readonly choose: (index: number) => void
  /** And beside which other one; null: none. */
  readonly compare: (index: number | null) => void
}

/** One of several loads, and another to stand beside it. */
function loadChooser({ names, choose, compare }: LoadChooser): VNode {
  return h(
    'div',
    {},
    h(
      'fieldset',
      { class: 'loads' },
      h('legend', {}, 'Loads'),
      names.map((name, i) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name: 'load', checked: i === 0, onchange: () => choose(i) }),
          h('span', {}, name),
        ),
      ),
    ),
    h(
      'p',
      { class: 'row' },
      h('label', { for: 'compare' }, 'Compare with'),
      h(
        'select',
        {
          id: 'compare',
          onchange: ({ target }: Event) => {
            const { value } = target as HTMLSelectElement
            compare(value === '' ? null : Number(value))
          },
        },
        h('option', { value: '' }, 'no other load'),
        names.map((name, i) => h('option', { value: i }, name)),
      ),
    ),
  )
}
