import { fileName } from '../../model/file-name.ts'
import type { Meta } from '../../server/contract/contract.ts'
import { type Source, sourceWords } from './source.ts'

export interface CitedView {
  /** `site1.test`. */
  readonly title: string
  /** Says what it shows: `How its page loads by each protocol`. */
  readonly subject: string
  readonly sources: readonly Source[]
  readonly meta: Meta
  /** Link to the view. */
  readonly href: string
  /** Day on which it was looked at: `2026-11-22`. */
  readonly accessedDay: string
}

const AUTHOR = 'towline contributors'

/** Writes a sentence or two, for a list of references. */
export function citationText(view: CitedView): string {
  const { href, accessedDay } = view
  return `${AUTHOR} (${yearOf(view)}). “${titleWords(view)}”. ${notes(view).join(' ')} ${href} (accessed ${accessedDay}).`
}

/** Writes for BibTeX and biblatex. */
export function citationBibtex(view: CitedView): string {
  const key = fileName([view.title, yearOf(view)], '')
    .toLowerCase()
    .replaceAll('.', '-')
    .replace(/-+$/, '')
  const fields = [
    ['author', `{${AUTHOR}}`],
    ['title', `{${latex(titleWords(view))}}`],
    ['year', yearOf(view)],
    // LaTeX's \url escapes nothing but what would end it.
    ['howpublished', `\\url{${view.href.replaceAll('{', '%7B').replaceAll('}', '%7D')}}`],
    ['note', latex(`${notes(view).join(' ')} Accessed ${view.accessedDay}`)],
  ]
  return `@misc{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}},`).join('\n')}\n}`
}

export function pictureLines(
  site: string | null,
  source: Source,
  meta: Meta | null,
  href: string,
): readonly string[] {
  return [
    site === null ? sourceWords(source) : `${site}. ${sourceWords(source)}`,
    ...caveats([source], meta),
    ...(meta === null ? [] : [toolWords(meta)]),
    href,
  ]
}

function titleWords({ title, subject }: CitedView): string {
  return `${title}: ${subject}`
}

/** Returns that of the newest of its sources; without a date, of the day it was looked at. */
function yearOf({ sources, accessedDay }: CitedView): string {
  const years = sources.flatMap(({ date }) => date.match(/\d{4}(?=-)/g) ?? [])
  return years.toSorted().at(-1) ?? accessedDay.slice(0, 4)
}

function notes({ sources, meta }: CitedView): readonly string[] {
  return [...sources.map(sourceWords), ...caveats(sources, meta), toolWords(meta)]
}

function caveats(sources: readonly Source[], meta: Meta | null): readonly string[] {
  const all = sources.flatMap(({ caveat }) => (caveat === null ? [] : [caveat]))
  return [...(meta?.recorded === true ? ['A recorded demonstration.'] : []), ...new Set(all)]
}

function toolWords({ tool, license }: Meta): string {
  const terms =
    license === null ? 'No licence is granted for the data.' : `Licence of the data: ${license.id}.`
  return `Measured with towline ${tool.version}. ${terms}`
}

/** Characters that mean something to LaTeX, as what they look like. */
function latex(text: string): string {
  return text.replaceAll(/[\\{}$&#%_^~]/g, (character) => LATEX[character] ?? `\\${character}`)
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
}
