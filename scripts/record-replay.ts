import type { ReplayRecordOrder } from '../bench/replay/replay-record-order.ts'
import { unbracketed } from '../lab/process/bracketed.ts'
import { recordPage } from '../record/live/record-page.ts'

/** Records one load of what a lab replays, at the client's end of its network; its argument is a ReplayRecordOrder. */
const { url, out, caFile, drawSeed, hosts } = JSON.parse(process.argv[2] ?? '') as ReplayRecordOrder
const rules = hosts.map(({ name, address }) => `MAP ${unbracketed(name)} ${address}`)
await recordPage(url, out, {
  loads: 1,
  pause: async () => {},
  whyNot: async () => null,
  refused: () => false,
  robotsToken: null,
  browser: {
    caFile,
    sandbox: 'preferred',
    userAgentSuffix: ' towline/replay',
    switches: [`--host-resolver-rules=${rules.join(',')}`],
  },
  privateRoot: true,
  link: null,
  ...(drawSeed === null ? {} : { drawSeed: () => drawSeed }),
  toolVersion: 'bench',
  say: () => {},
  signal: new AbortController().signal,
})
