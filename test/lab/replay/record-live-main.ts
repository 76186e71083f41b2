import { join } from 'node:path'
import { recordPage } from '../../../record/live/record-page.ts'
import { LINK_CONDITION } from './live-link.ts'

/** The program that records a page of a test at the client's end of a link: `FOLDER ADDRESS NAME`, of https://NAME.test/. */
const [folder = '', address = '', name = ''] = process.argv.slice(2)
await recordPage(`https://${name}.test/`, join(folder, 'recordings', name), {
  loads: 5,
  pause: async () => {},
  whyNot: async () => null,
  refused: () => false,
  robotsToken: null,
  browser: {
    caFile: join(folder, 'ca.pem'),
    sandbox: 'preferred',
    userAgentSuffix: ' towline/test',
    switches: [`--host-resolver-rules=MAP ${name}.test ${address}`],
  },
  privateRoot: false,
  link: { condition: LINK_CONDITION },
  toolVersion: 'test',
  say: () => {},
  signal: AbortSignal.timeout(120_000),
})
