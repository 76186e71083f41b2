import { join } from 'node:path'
import { openPackets } from '../../../cli/probe/campaign-packets.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import { recordOptions, trusting } from '../../record/live/record-options.ts'

/**
 * The program that records https://NAME.test/ at the client's end of a link: `FOLDER ADDRESS NAME LINK CACHE`; without CACHE
 * no packets are captured.
 */
const [folder = '', address = '', name = '', link = '', cache = ''] = process.argv.slice(2)
const signal = AbortSignal.timeout(120_000)
await using packets = await openPackets({ capture: cache !== '', cache }, console.error, signal)
const { capture, tshark } = packets
const options = recordOptions({
  loads: 5,
  browser: trusting(folder, [`--host-resolver-rules=MAP ${name}.test ${address}`]),
  privateRoot: true,
  link: { condition: parseLink(link) },
  ...(capture !== null && tshark !== null && { packets: { capture, tshark } }),
  signal,
})
await recordPage(`https://${name}.test/`, join(folder, 'recordings', name), options)
