import { after, afterEach, before, beforeEach, describe } from 'node:test'
import {
  type ExtensionBrowser,
  type ExtensionHost,
  noBrowser,
  openExtensionHost,
} from '../extension-browser.ts'
import { type RecordingServer, startRecordingServer } from '../send/recording-server.ts'
import { openTestSites } from '../test-sites.ts'

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

/** What a test of the automatic mode has: each an extension just installed, and a server of its own. */
export interface Collecting {
  readonly extension: ExtensionBrowser
  readonly server: RecordingServer
}

/** Tests of a browser with three sites under study and nobody's consent yet; `given` is for use within a test. */
export function describeCollecting(title: string, tests: (given: () => Collecting) => void): void {
  describe(title, { skip: noBrowser }, () => {
    const resources = new AsyncDisposableStack()
    let host: ExtensionHost
    let own = new AsyncDisposableStack()
    let given: Collecting
    before(async () => {
      const { caFile, switches } = resources.use(await openTestSites())
      host = resources.use(await openExtensionHost({ caFile, switches }))
    })
    beforeEach(async () => {
      own = new AsyncDisposableStack()
      const server = own.use(await startRecordingServer())
      const extension = own.use(await host.install({ server: server.origin, study: STUDY }))
      given = { extension, server }
    })
    afterEach(() => own.disposeAsync())
    after(() => resources.disposeAsync())
    tests(() => given)
  })
}
