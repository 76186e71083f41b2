import { join } from 'node:path'
import { switchesOf } from '../../crawler/probe/browser/browser-switches.ts'
import { PROTOCOL_OF, type ProbeContender, type ProbeJob } from './contender.ts'
import { harSamples } from './har-samples.ts'

/**
 * It drives a browser that somebody else has started: $1 is it, $2 its profile, $3 the program, $4 the HAR file, $5 the
 * page and $6 how often; the rest are the browser's switches. The browser writes its port into its profile.
 */
const SCRIPT = `
browser=$1 profile=$2 program=$3 har=$4 page=$5 loads=$6
shift 6
"$browser" "$@" --remote-debugging-port=0 about:blank &
until [ -s "$profile/DevToolsActivePort" ]; do
  kill -0 $! || exit 1
  sleep 0.02
done
read -r port <"$profile/DevToolsActivePort"
pages=()
for ((load = 0; load < loads; load++)); do pages+=("$page"); done
"$program" --host 127.0.0.1 --port "$port" --output "$har" "\${pages[@]}"
code=$?
kill $!
wait $!
exit $code
`

/** One browser with the switches of towline's, and a context of its own for each load; leaves one HAR file. */
export const chromeHarCapturer: ProbeContender = {
  name: 'chrome-har-capturer',
  about: 'one open browser, a context of its own for each load; a HAR of all, written at the end',
  programs: ['chrome-har-capturer'],
  pauseMs: 0,
  async argv(job, [program = '']) {
    const profile = join(job.folder, 'profile')
    const switches = await switchesOf({
      arm: job.arm,
      origins: { forced: [job.host], privateRoot: [] },
      profile,
      keyLogFile: null,
      userAgent: null,
      noSandbox: true,
      more: [],
    })
    return [
      'bash',
      '-c',
      SCRIPT,
      'chrome-har-capturer',
      job.chromium,
      profile,
      program,
      harFile(job),
      job.url,
      String(job.samples),
      ...switches.filter((each) => each !== '--remote-debugging-pipe'),
    ]
  },
  read: (job) => harSamples(harFile(job), PROTOCOL_OF[job.arm]),
}

const harFile = ({ folder }: ProbeJob): string => join(folder, 'captured.har')
