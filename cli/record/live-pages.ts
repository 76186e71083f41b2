import { randomInt } from 'node:crypto'
import { TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import { OPERATIONS } from '../../model/operation.ts'
import type { Recording } from '../../model/recording/recording.ts'
import type { PageRecordingOptions } from '../../record/live/page-recording.ts'
import { requestPolicy } from '../../record/live/request-policy.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive, userAgentSuffix, visitSettings } from '../options/run-settings.ts'
import { VERSION } from '../options/version.ts'
import { LINK } from '../prepare/in-sandbox.ts'
import { sandboxDemand } from '../probe/browser-sandbox.ts'
import { openPackets } from '../probe/campaign-packets.ts'
import { egressFilterFor, sayRefused } from '../probe/egress.ts'
import { prepareLoads } from '../probe/prepare-loads.ts'

/** Says how live pages are recorded, as commander gives it. */
export type LiveOptions = Pick<
  RunOptions,
  'allowAddress' | 'ca' | 'cache' | 'contact' | 'optOut' | 'resolver' | 'robots' | 'userAgent'
> & {
  readonly loads: number
  readonly pause: number
  readonly unsafeNoSandbox?: boolean
  readonly unconfined?: boolean
  readonly nativeRandom?: boolean
}

/** The shared parts of all live pages of one command. */
interface LivePages extends AsyncDisposable {
  readonly options: Omit<PageRecordingOptions, 'say' | 'signal'>
  readonly say: (line: string) => void
  /** Says how many packets the filter refused, if any. */
  sayRefused(): Promise<void>
}

/** Gets the browser, the resolver and the packet filter ready. */
export async function openLivePages(options: LiveOptions, signal: AbortSignal): Promise<LivePages> {
  await using opening = new AsyncDisposableStack()
  const clock = (): number => performance.now()
  const loop = opening.use(watchLoop(clock))
  const settings = await visitSettings(
    { ...options, operations: [...OPERATIONS], timeout: TIMEOUTS.siteMs },
    clock,
    loop,
  )
  opening.use(settings.resolver)
  await prepareLoads({ ...options, capture: false }, signal)
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const egress = opening.use(await egressFilterFor(options))
  const lacks = 'initial windows of servers stay unknown'
  const { capture, tshark } = opening.use(
    await openPackets({ ...options, capture: true, lacks }, say, signal),
  )
  const owned = opening.move()
  return {
    options: {
      loads: options.loads,
      whyNot: requestPolicy({ ...settings, signal: new AbortController().signal }),
      refused: (address) => !settings.allows(address),
      robotsToken: settings.robotsToken,
      browser: {
        userAgentSuffix: userAgentSuffix(options),
        sandbox: sandboxDemand(options),
        guarded: isLive(options),
        ...(egress === null ? {} : { gid: egress.gid }),
        ...(options.ca === undefined ? {} : { caFile: options.ca }),
      },
      privateRoot: options.ca !== undefined,
      link: linkFacts(process.env[LINK]),
      ...(capture !== null && tshark !== null && { packets: { capture, tshark } }),
      toolVersion: VERSION,
      ...(options.nativeRandom !== true && { drawSeed: () => randomInt(2 ** 32) }),
    },
    say,
    sayRefused: () => sayRefused(egress),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The emulated link that the sandbox's command reports to the one inside it. */
function linkFacts(text: string | undefined): Recording['link'] {
  return text === undefined ? null : (JSON.parse(text) as Recording['link'])
}
