import { recordWarc } from '../../../record/import/record-warc.ts'
import { RecordingError } from '../../../record/recording-error.ts'

/** A process of its own, whose memory is measured: records one archive, and says what came of it. */
const [, , file = '', target = ''] = process.argv
const result: Record<string, unknown> = {}
try {
  const { exchanges, leftOut } = await recordWarc(file, target, { page: null, toolVersion: 'test' })
  result.exchanges = exchanges.length
  result.whyLeftOut = [...new Set(leftOut.map(({ why }) => why))]
  result.undecoded = exchanges.filter(({ body }) => body !== null && body.decodedSha256 === null).length
} catch (error) {
  if (!(error instanceof RecordingError)) throw error
  result.refused = error.message
  result.exitCode = error.exitCode
}
// KiB of the most that was in memory at once (getrusage(2)).
result.peakMb = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(JSON.stringify(result))
