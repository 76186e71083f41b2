import { readFile } from 'node:fs/promises'
import type { Har } from 'har-format'
import type { LoadSample } from './contender.ts'

/** The pages of a HAR file whose main document came by this protocol, in the order of their starts. */
export async function harSamples(file: string, protocol: string): Promise<LoadSample[]> {
  return samplesIn(JSON.parse(await readFile(file, 'utf8')) as Har, protocol)
}

/** `harSamples` of a HAR that is read already. */
export function samplesIn({ log }: Har, protocol: string): LoadSample[] {
  return (log.pages ?? [])
    .flatMap(({ id, startedDateTime, pageTimings }): LoadSample[] => {
      const { onLoad } = pageTimings
      const main = log.entries.find(({ pageref }) => pageref === id)
      const isRight = main?.response.httpVersion.toLowerCase() === protocol && main.response.status === 200
      if (!isRight || typeof onLoad !== 'number' || !(onLoad > 0)) return []
      return [{ startedAtMs: Date.parse(startedDateTime), pltMs: onLoad }]
    })
    .sort((a, b) => a.startedAtMs - b.startedAtMs)
}
