import type { Paper } from '../../papers/paper.ts'

/** A figure, table or section that a text names. */
export interface NamedPlace {
  /** As in `Table 3`, one for each of several. */
  readonly text: string
  readonly index: number
  readonly end: number
  readonly isOf: (paper: Paper) => boolean
}

const NUMBER = String.raw`(?:\d+(?:\.\d+)*|[IVX]+(?:-[A-C])?)(?![\w-])`
const PLACE = new RegExp(
  String.raw`\b([Ff]ig(?:ure)?|Table|[Ss]ection)s?\.? (${NUMBER}(?:(?:, | and | to |–)${NUMBER})*)`,
  'g',
)

/** The places in a text, of `Tables 5 to 7` three. */
export function namedPlaces(text: string): NamedPlace[] {
  return [...text.matchAll(PLACE)].flatMap(({ 0: all, 1: kind = '', 2: numbers = '', index }) =>
    each(numbers).map((number) => ({
      text: `${kind} ${number}`,
      index,
      end: index + all.length,
      isOf: ({ figures, tables, sections }: Paper) =>
        /^s/i.test(kind)
          ? sections.includes(number)
          : (kind === 'Table' ? tables : figures).includes(arabic(number)),
    })),
  )
}

function each(numbers: string): string[] {
  const range = /^(\d+)(?: to |–)(\d+)$/.exec(numbers)
  if (range === null) return numbers.split(/, | and | to |–/)
  const [low, high] = [Number(range[1]), Number(range[2])]
  return Array.from({ length: high - low + 1 }, (_, index) => String(low + index))
}

const ROMAN = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']

function arabic(number: string): number {
  const roman = ROMAN.indexOf(number)
  return roman > 0 ? roman : Number(number)
}

/** What stands for a paper in prose. */
const NAMES: Readonly<Record<string, RegExp>> = {
  cablelabs: /CableLabs|cablelabs|CABLELABS/g,
  elkhatib: /Elkhatib|elkhatib|ELKHATIB/g,
  google: /Welsh|Google[’']s study|google:|google-mobile/g,
  neotys: /Neotys|neotys/g,
  wang: /Wang et al|Epload|epload/g,
  cs244: /CS244|cs244/g,
}

/** A title in italics or quotation marks: one of some words, with SPDY in it, that begins with a capital. */
const TITLE = /(?:(?<![*/])\*|“)((?=[A-Z])(?=[^*“”]*\bSPDY\b)[^*“”`|={}]{12,90})(?:\*(?![*/])|”)/g
/** So many words of a title, in any capitals, have to be followed by the others as printed. */
const TITLE_WORDS = 3

export interface FoundNames {
  /** Places that were looked at. */
  readonly places: number
  readonly faults: readonly string[]
}

/**
 * What a text says of papers that is not so. A figure or table is of the paper that `of` joins it to, else of the one that was
 * named last before it, else of the first after it. A section, and a figure in small letters, counts only within 40 characters
 * of a paper's name, since standards have those too.
 */
export function faultsOfNames(text: string, papers: readonly Paper[]): FoundNames {
  const flat = text.replace(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ')
  const named = papers
    .flatMap((paper) => [...flat.matchAll(NAMES[paper.id] ?? /(?!)/g)].map(({ index }) => ({ paper, index })))
    .sort((a, b) => a.index - b.index)
  const places = namedPlaces(flat).flatMap((place) => {
    const before = named.findLast(({ index }) => index < place.index)
    const joined = named.find(({ index }) => /^\W* of $/.test(flat.slice(place.end, index)))
    const nearest = joined ?? before ?? named[0]
    if (/^[Ssf]/.test(place.text) && !joined && !(before && place.index - before.index < 40)) return []
    return [{ place, paper: nearest?.paper ?? null }]
  })
  const wrong = places.flatMap(({ place, paper }) => {
    if (paper === null) return [`${place.text} is of no paper`]
    return place.isOf(paper) ? [] : [`${place.text} is not of ${paper.name}`]
  })
  return { places: places.length, faults: [...wrong, ...wrongTitles(flat, papers)] }
}

function wrongTitles(text: string, papers: readonly Paper[]): string[] {
  const titles = papers.map(({ title }) => title)
  const marked = [...text.matchAll(TITLE)].flatMap(([, title = '']) =>
    titles.includes(title) ? [] : [`no title: ${title}`],
  )
  const begun = titles.flatMap((title) => {
    const words = title.split(' ')
    const start = words.slice(0, TITLE_WORDS).join(' ').toLowerCase()
    const found: string[] = []
    for (
      let at = text.toLowerCase().indexOf(start);
      at >= 0;
      at = text.toLowerCase().indexOf(start, at + 1)
    ) {
      const said = text.slice(at, at + title.length)
      if (said !== title) found.push(`not as printed: ${said}`)
    }
    return found
  })
  return [...marked, ...begun]
}
