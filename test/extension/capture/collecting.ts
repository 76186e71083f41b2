import { after, before, beforeEach, describe } from 'node:test'
import { type ExtensionBrowser, noBrowser, openExtensionBrowser } from '../extension-browser.ts'
import { type RecordingServer, startRecordingServer } from '../send/recording-server.ts'
import { openTestSites, type TestSites } from '../test-sites.ts'

const STUDY = {
  list: 'sandbox',
  fetchedDay: null,
  sites: [
    { site: 7, domain: 'site.test' },
    { site: 8, domain: 'other.test' },
    { site: 9, domain: 'third.test' },
  ],
}

/** Long enough that nothing is sent while a test lasts. */
export const NEVER_MS = 3_600_000

/** What a test of the automatic mode has: each a browser and a server of its own. */
export interface Collecting {
  readonly extension: ExtensionBrowser
  readonly server: RecordingServer
}

/** Tests of a browser with three sites under study and nobody's consent yet; `given` is for use within a test. */
export function describeCollecting(title: string, tests: (given: () => Collecting) => void): void {
  describe(title, { skip: noBrowser }, () => {
    let sites: TestSites | null = null
    let own = new AsyncDisposableStack()
    let given: Collecting | null = null
    before(async () => {
      sites = await openTestSites()
    })
    beforeEach(async () => {
      await own.disposeAsync()
      own = new AsyncDisposableStack()
      const server = own.use(await startRecordingServer())
      const { caFile, switches } = sites as TestSites
      const extension = own.use(
        await openExtensionBrowser({ caFile, switches, server: server.origin, study: STUDY }),
      )
      given = { extension, server }
    })
    after(async () => {
      await own.disposeAsync()
      await sites?.[Symbol.asyncDispose]()
    })
    tests(() => given as Collecting)
  })
}
