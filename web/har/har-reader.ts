import { h, type VNode } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'
import { compareView } from './compare-view.ts'
import { chartWidth, fileDrop } from './file-drop.ts'
import type { ImportedLoad } from './imported-file.ts'
import { type Reader, readInWorker } from './read-in-worker.ts'
import { READ_REFUSALS } from './read-refusal.ts'

interface HarReader<Load extends ImportedLoad> {
  /** Starts a worker for one file. */
  readonly openReader: () => Reader<Load>
  /** Shows one load in its place on the page. */
  readonly show: (load: Load, place: HTMLElement) => Promise<void> | void
  readonly signal: AbortSignal
}

/** Takes HAR files that are dropped or chosen, and below it what was read of them. */
export function harReader<Load extends ImportedLoad>({ openReader, show, signal }: HarReader<Load>): VNode {
  return fileDrop({
    heading: 'Drop HAR files here',
    choose: 'choose them',
    kinds: '.har, .harp or .har.gz, up to 200 MB each',
    accept: '.har,.harp,.json,.gz,application/json',
    multiple: true,
    signal,
    async read(files, place, isLatest) {
      const loads: Load[] = []
      const refused: string[] = []
      // One after another: each may take as much memory as a page may have.
      for (const file of files) {
        const read = await readInWorker(file, openReader)
        if (!isLatest()) return null
        if ('refused' in read)
          refused.push(`${files.length === 1 ? '' : `${file.name}: `}${READ_REFUSALS[read.refused]}`)
        else loads.push(...read.loads.map((load) => named(load, files.length === 1 ? null : file.name)))
      }
      const [first] = loads
      if (first === undefined) return { found: '', refused }
      const found = loads.length === 1 ? 'one load' : `${loads.length} loads`
      return { found, refused, show: () => showFirst(loads, first, place, show) }
    },
  })
}

async function showFirst<Load extends ImportedLoad>(
  loads: readonly Load[],
  first: Load,
  shown: HTMLElement,
  show: HarReader<Load>['show'],
): Promise<void> {
  const document = shown.ownerDocument
  const [comparison, place] = [renderHtml(h('div'), document), renderHtml(h('div'), document)]
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

/** Loads of several files are called by their file as well. */
function named<Load extends ImportedLoad>(load: Load, fileName: string | null): Load {
  return fileName === null ? load : { ...load, name: `${fileName}: ${load.name}` }
}

interface LoadChooser {
  readonly names: readonly string[]
  /** Chooses the one that is shown. */
  readonly choose: (index: number) => void
  /** Chooses another one beside it; null: none. */
  readonly compare: (index: number | null) => void
}

/** One of several loads, and another to stand beside it. */
function loadChooser({ names, choose, compare }: LoadChooser): VNode {
  return h(
    'div',
    h(
      'fieldset.loads',
      h('legend', 'Loads'),
      names.map((name, i) =>
        h(
          'label',
          h('input', { type: 'radio', name: 'load', checked: i === 0, onchange: () => choose(i) }),
          h('span', name),
        ),
      ),
    ),
    h(
      'p.row',
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
