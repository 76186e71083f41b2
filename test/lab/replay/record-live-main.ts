import { join } from 'node:path'
import { openPackets } from '../../../cli/probe/campaign-packets.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { recordPage } from '../../../record/live/record-page.ts'

/**
 * The program that records https://NAME.test/ at the client's end of a link: `FOLDER ADDRESS NAME LINK CACHE`; without CACHE
 * no packets are captured.
 */
const [folder = '', address = '', name = '', link = '', cache = ''] = process.argv.slice(2)
const signal = AbortSignal.timeout(120_000)
await using packets = await openPackets({ capture: cache !== '', cache }, console.error, signal)
const { capture, tshark } = packets
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
  privateRoot: true,
  link: { condition: parseLink(link) },
  ...(capture !== null && tshark !== null && { packets: { capture, tshark } }),
  toolVersion: 'test',
  say: () => {},
  signal,
})
