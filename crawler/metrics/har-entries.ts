import type { Entry } from 'har-format'
import type { SampleArtifacts } from '../probe/artifacts.ts'

/** The entries of a sample's HAR; null where there is none, or nothing in it. */
export function harEntries({ har }: SampleArtifacts): readonly Entry[] | null {
  return har === null || har.log.entries.length === 0 ? null : har.log.entries
}

/** Host name of an entry's URL, without its port; null where the URL has none. */
export function entryHost({ request }: Entry): string | null {
  return URL.parse(request.url)?.hostname || null
}

/** A request that got no response has status 0 (HAR 1.2 knows no other way to say so). */
export function isAnswered({ response }: Entry): boolean {
  return response.status > 0
}
