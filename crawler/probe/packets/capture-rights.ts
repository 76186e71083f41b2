import { messageOf } from '../../process/thrown.ts'
import { type CaptureOptions, openCapture } from './capture.ts'
import { findPacketTools, type PacketTool } from './packet-tools.ts'

/** Says whether packets can be captured and analysed here; else the reason, to be said once. */
export type CaptureFound =
  | { readonly tcpdump: PacketTool; readonly tshark: PacketTool; readonly reason: null }
  | { readonly tcpdump: null; readonly tshark: null; readonly reason: string }

const MISSING = 'run scripts/setup-packets.sh, or install the package'

/** tcpdump takes so much where nothing is said: the kernel clears all of it first. */
const TRIAL_KIB = 2_048

/**
 * Finds the programs and proves, by capturing for a moment, that this user may capture on the interface.
 * @throws nothing but the signal's reason: everything else works without captures.
 */
export async function findCapture(
  options: Pick<CaptureOptions, 'interface' | 'command' | 'ports' | 'signal'> & {
    readonly cacheDir: string
  },
): Promise<CaptureFound> {
  const { tcpdump, tshark } = findPacketTools(options.cacheDir)
  const notFound = (reason: string) => ({ tcpdump: null, tshark: null, reason })
  if (!tcpdump) return notFound(`tcpdump is missing: ${MISSING} tcpdump`)
  if (!tshark) return notFound(`tshark is missing: ${MISSING} tshark`)
  try {
    await using _capture = await openCapture({ ...options, tcpdump, bufferKib: TRIAL_KIB })
    return { tcpdump, tshark, reason: null }
  } catch (error) {
    options.signal.throwIfAborted()
    return notFound(`no packets can be captured on ${options.interface}: ${messageOf(error)}`)
  }
}
