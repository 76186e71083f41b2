import { captureWarc } from '../../../../lab/pages/mirror/capture-warc.ts'
import { mirror } from '../../../../lab/pages/mirror/mirror.ts'
import { RecordingError } from '../../../../record/recording-error.ts'

/** A process of its own, whose memory is measured: takes the page of one archive, and says what came of it. */
const result: Record<string, unknown> = {}
try {
  const { resources, leftOut } = mirror(await captureWarc(process.argv[2] ?? '', null))
  result.resources = resources.length
  result.whyLeftOut = [...new Set(leftOut.map(({ why }) => why))]
} catch (error) {
  if (!(error instanceof RecordingError)) throw error
  result.refused = error.message
  result.exitCode = error.exitCode
}
// KiB of the most that was in memory at once (getrusage(2)).
result.peakMb = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(JSON.stringify(result))
