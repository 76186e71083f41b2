import { join } from 'node:path'
import { recordPage } from '../../../record/live/record-page.ts'
import { LINK_CONDITION } from './streamed-link.ts'

/** The program that records the streamed page at the client's end of a link: `FOLDER ADDRESS`. */
const [folder = '', address = ''] = process.argv.slice(2)
await recordPage('https://stream.test/', join(folder, 'recordings', 'stream'), {
  loads: 5,
  pause: async () => {},
  whyNot: async () => null,
  refused: () => false,
  robotsToken: null,
  browser: {
    caFile: join(folder, 'ca.pem'),
    sandbox: 'preferred',
    userAgentSuffix: ' towline/test',
    switches: [`--host-resolver-rules=MAP stream.test ${address}`],
  },
  privateRoot: false,
  link: { condition: LINK_CONDITION },
  toolVersion: 'test',
  say: () => {},
  signal: AbortSignal.timeout(120_000),
})
