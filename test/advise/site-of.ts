import type { SiteFacts } from '../../advise/what-if.ts'
import type { Recording } from '../../model/recording/recording.ts'

/** What is known of a page of which there is a recording alone. */
export function siteOf(recording: Recording, known: Partial<SiteFacts> = {}): SiteFacts {
  return {
    recording,
    survey: null,
    spoken: [],
    hostsUnderHttp3: null,
    congestionControls: ['cubic', 'bbr'],
    ...known,
  }
}
