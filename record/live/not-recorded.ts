import type { Load } from '../../crawler/probe/load/load.ts'
import { recordedUrl } from '../recorded-url.ts'
import { RecordingError } from '../recording-error.ts'

/** A page that may not be asked for, or did not load. */
export class NotRecorded extends RecordingError {
  /** The reason, without the page’s name. */
  readonly why: string
  /** Is null where the page was not asked for. */
  readonly load: Load | null

  constructor(url: string, why: string, load: Load | null = null) {
    super(69, `${recordedUrl(url).replace(/\?.*$/s, '')} was not recorded: ${why}`)
    this.name = 'NotRecorded'
    this.why = why
    this.load = load
  }
}

/** No page can be recorded here. */
export class NoBrowser extends RecordingError {
  constructor(cause: Error) {
    super(69, `no browser could be opened: ${cause.message}`, { cause })
    this.name = 'NoBrowser'
  }
}
