import { pageLoads } from '../../har/page-loads.ts'
import type { WaterfallLoad } from '../charts/waterfall-load.ts'
import type { HarPageLoad } from './har-file.ts'
import { harHttp3 } from './har-http3.ts'
import { harWaterfall } from './har-waterfall.ts'
import { type Http3Reason, http3Reason } from './http3-reason.ts'
import type { PageFields } from './page-fields.ts'
import { readHar } from './read-har.ts'
import type { ReadRefusal } from './read-refusal.ts'
import { type ReducedHar, reduceHar } from './reduce-har.ts'
import { type RequestRow, requestRows } from './request-row.ts'

/** One load of a file as it is shown to its owner: addresses and titles are in it, and it is sent nowhere. */
export interface ImportedLoad {
  /** The page’s title, else its address, else what it is; at most 300 characters. */
  readonly name: string
  /** URL of the page’s document; null where the file does not say which that is. */
  readonly url: string | null
  readonly reduced: ReducedHar
  readonly waterfall: WaterfallLoad
  readonly requests: readonly RequestRow[]
  /** Values that WebPageTest or Browsertime measured of the page. */
  readonly fields: PageFields
  /** The link that it emulated, by its name there. */
  readonly connectivity: string | null
  /** Says why it was not HTTP/3; null: its document is unknown. */
  readonly http3: Http3Reason | null
}

export type ImportedFile<Load extends ImportedLoad = ImportedLoad> =
  | { readonly loads: readonly Load[] }
  | { readonly refused: ReadRefusal }

/** Everything that is made of a file. Never throws. */
export function importFile(bytes: Uint8Array<ArrayBuffer>): Promise<ImportedFile> {
  return importFileWith(bytes, () => ({}))
}

/** {@link importFile} with what `more` makes of each load while all that was read of it is there. */
export async function importFileWith<More extends object>(
  bytes: Uint8Array<ArrayBuffer>,
  more: (load: HarPageLoad, reduced: ReducedHar) => More,
): Promise<ImportedFile<ImportedLoad & More>> {
  const read = await readHar(bytes)
  if ('refused' in read) return read
  const { har } = read
  const loads = pageLoads(har).map((load): ImportedLoad & More => {
    const reduced = reduceHar(load, har)
    const facts = harHttp3(load, har)
    const url = load.document?.url ?? null
    const title = load.page === null ? 'Requests without a page' : load.page.title
    return {
      name: shortened(title || (url ?? 'Page without a name')),
      url,
      reduced,
      waterfall: harWaterfall(load, har),
      requests: requestRows(load),
      fields: load.page?.fields ?? {},
      connectivity: load.page?.connectivity ?? null,
      http3: facts && http3Reason(facts),
      ...more(load, reduced),
    }
  })
  return { loads }
}

const LONGEST_NAME = 300

function shortened(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`
}
