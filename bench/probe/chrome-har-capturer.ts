import { join } from 'node:path'
import { switchesOf } from '../../crawler/probe/browser/browser-switches.ts'
import { type Contender, PROTOCOL_OF, type RunPlace } from './contender.ts'
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
export const chromeHarCapturer: Contender = {
  name: 'chrome-har-capturer',
  about: 'one open browser, a context of its own for each load; a HAR of all, written at the end',
  programs: ['chrome-har-capturer'],
  pauseMs: 0,
  async argv(place, [program = '']) {
    const profile = join(place.folder, 'profile')
    const switches = await switchesOf({
      arm: place.arm,
      origins: { forced: [place.host], privateRoot: [] },
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
      place.chromium,
      profile,
      program,
      harFile(place),
      place.url,
      String(place.samples),
      ...switches.filter((each) => each !== '--remote-debugging-pipe'),
    ]
  },
  read: (place) => harSamples(harFile(place), PROTOCOL_OF[place.arm]),
}

const harFile = ({ folder }: RunPlace): string => join(folder, 'captured.har')
