import type { Recording } from '../../model/recording/recording.ts'
import { logSetback } from '../../record/many/setback-log.ts'
import type { Setback, SiteToRecord } from '../../record/many/site-to-record.ts'
import { median } from '../../stats/median.ts'
import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { countText, duration, visible } from '../output/text.ts'

/** Says what becomes of each site, one line each, counts it, and writes down why one was not recorded. */
export class RecordTally {
  readonly #file: string
  readonly #sites: number
  #recorded = 0
  #complete = 0
  #without = 0

  /** @param file that setbacks are written to */
  constructor(file: string, sites: number) {
    this.#file = file
    this.#sites = sites
  }

  addComplete(sites: number): void {
    this.#complete += sites
    if (sites > 0) this.#say(`${countText(sites, 'recording')} complete already`)
  }

  /** An earlier run has given the site up. */
  addEnded(site: SiteToRecord, why: string): void {
    this.#without += 1
    this.#say(`${this.#place} ${site.domain}: not asked again (${why})`)
  }

  addLoad(site: SiteToRecord, line: string): void {
    this.#say(`  ${site.domain}: ${line}`)
  }

  addRecorded(site: SiteToRecord, { exchanges, loads }: Recording): void {
    this.#recorded += 1
    const pltMs = loads.flatMap(({ purpose, metrics }) => (purpose === 'times' ? (metrics.plt_ms ?? []) : []))
    const plt =
      pltMs.length === 0
        ? 'no load for times succeeded'
        : `page load time ${Math.round(median(pltMs) ?? 0)} ms`
    this.#say(
      `${this.#place} ${site.domain}: ${countText(exchanges.length, 'exchange')}, ${plt}, n = ${pltMs.length}`,
    )
  }

  async addSetback(site: SiteToRecord, setback: Setback): Promise<void> {
    const { kind, why, waitMs } = setback
    if (kind !== 'waits') this.#without += 1
    if (kind === 'waits')
      this.#say(`  ${site.domain}: ${why}; asked again in ${duration((waitMs ?? 0) / 1_000)}`)
    else
      this.#say(`${this.#place} ${site.domain}: not recorded${kind === 'failed' ? '' : `, ${kind}`}: ${why}`)
    await logSetback(this.#file, site, setback, new Date())
  }

  /** Says the sums. */
  end(state: 'finished' | 'stopped'): ExitCode {
    const left = this.#sites - this.#complete - this.#recorded - this.#without
    const sums = [
      `${this.#recorded} recorded`,
      ...(this.#complete === 0 ? [] : [`${this.#complete} complete before`]),
      ...(this.#without === 0 ? [] : [`${this.#without} not recorded (reasons: ${this.#file})`]),
      ...(left === 0 ? [] : [`${left} left`]),
    ]
    console.log(visible(`${countText(this.#sites, 'site')}: ${sums.join(', ')}`))
    if (state === 'stopped') {
      this.#say('stopped; --resume continues')
      return EXIT.interrupted
    }
    return this.#recorded + this.#complete > 0 ? EXIT.ok : EXIT.unavailable
  }

  /** `[12/77]`. */
  get #place(): string {
    return `[${this.#recorded + this.#complete + this.#without}/${this.#sites}]`
  }

  #say(line: string): void {
    process.stderr.write(`${visible(line)}\n`)
  }
}
