import { basename } from 'node:path'
import { Command, Option } from 'commander'
import { withoutUserinfo } from '../../crawler/network/recorded-url.ts'
import { TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import { captureUrl } from '../../lab/pages/mirror/capture-url.ts'
import { captureWarc } from '../../lab/pages/mirror/capture-warc.ts'
import type { CapturedPage } from '../../lab/pages/mirror/captured-page.ts'
import { type Mirror, mirror } from '../../lab/pages/mirror/mirror.ts'
import { recordedPageUrl } from '../../lab/pages/mirror/recorded-page-url.ts'
import { writeMirror } from '../../lab/pages/mirror/write-mirror.ts'
import { OPERATIONS } from '../../model/operation.ts'
import { demandEmptyFolder } from '../../record/folder/write-recording.ts'
import { requestPolicy } from '../../record/live/request-policy.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { commaList, headerText } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { contactOption } from '../options/contact-option.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive, userAgentSuffix, visitSettings } from '../options/run-settings.ts'
import { countText } from '../output/count-text.ts'
import { visible } from '../output/visible.ts'
import { preparePart } from '../prepare/prepare-part.ts'

interface MirrorOptions
  extends Pick<
    RunOptions,
    'allowAddress' | 'ca' | 'cache' | 'contact' | 'optOut' | 'resolver' | 'robots' | 'userAgent'
  > {
  readonly out: string
  readonly page?: string
}

/** `towline lab mirror`: makes a page of the lab from one of the web. */
export function labMirrorCommand(): Command {
  return new Command('mirror')
    .description('Clone a page with its resources, on its own hosts, so that a plan can load it in the lab.')
    .argument('<source>', 'https:// URL of the page, or a WARC file (.warc, .warc.gz)')
    .requiredOption('--out <folder>', 'where the clone goes; a plan then names it as `page: mirror:FOLDER`')
    .option(
      '--page <url>',
      'of a WARC file with several pages, the document (default: the one with most requests)',
    )
    .optionsGroup('Network:')
    .addOption(
      new Option(
        '--resolver <addresses>',
        'recursive resolvers, comma separated (default: the system’s)',
      ).argParser(commaList),
    )
    .option('--ca <file>', 'trust the certificate authorities of this PEM file as well')
    .addOption(
      new Option('--allow-address <ranges>', 'also connect to these reserved ranges: CIDR, comma separated')
        .argParser(commaList)
        .default([], 'none'),
    )
    .optionsGroup('Good citizenship:')
    .addOption(contactOption())
    .addOption(
      new Option('--user-agent <text>', 'behind the browser’s own, instead of `towline/VERSION`').argParser(
        headerText,
      ),
    )
    .addOption(
      new Option('--opt-out <file>', 'domains and address ranges never to be contacted, one a line').env(
        'TOWLINE_OPT_OUT',
      ),
    )
    .option('--no-robots', 'do not request robots.txt (only for your own networks)')
    .optionsGroup('Files:')
    .addOption(cacheOption('where set-up keeps programs'))
    .action(mirrorTo)
}

async function mirrorTo(source: string, options: MirrorOptions): Promise<void> {
  const isUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(source)
  if (isUrl && !/^https?:$/.test(URL.parse(source)?.protocol ?? ''))
    throw new CliError(
      EXIT.usage,
      `${withoutUserinfo(source)}: no URL that a page can be mirrored from, such as https://www.example.com/`,
    )
  if (isUrl && options.page !== undefined) throw new CliError(EXIT.usage, '--page is for WARC files')
  await demandEmptyFolder(options.out)
  const captured = isUrl
    ? await fromNetwork(source, options)
    : await captureWarc(source, options.page ?? null)
  const mirrored = mirror(captured)
  await writeMirror(options.out, mirrored, isUrl ? recordedPageUrl(source) : basename(source))
  console.log(summary(mirrored, options.out))
}

async function fromNetwork(url: string, options: MirrorOptions): Promise<CapturedPage> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  const clock = (): number => performance.now()
  using loop = watchLoop(clock)
  const settings = await visitSettings(
    { ...options, operations: [...OPERATIONS], timeout: TIMEOUTS.siteMs },
    clock,
    loop,
  )
  await using _resolver = settings.resolver
  await preparePart('browser', options.cache, signal)
  return await captureUrl(url, {
    whyNot: requestPolicy({ ...settings, signal }),
    refused: (address) => !settings.allows(address),
    robotsToken: settings.robotsToken,
    userAgentSuffix: userAgentSuffix(options),
    guarded: isLive(options),
    ...(options.ca === undefined ? {} : { caFile: options.ca }),
    signal,
  })
}

function summary({ url, hosts, resources, leftOut }: Mirror, folder: string): string {
  const kB = Math.round(resources.reduce((sum, { body }) => sum + body.length, 0) / 1_000)
  const reasons = Object.entries(Object.groupBy(leftOut, ({ why }) => why))
  return [
    `${url}: ${countText(resources.length, 'resource')}, ${kB} kB, ${countText(hosts.length, 'host')}`,
    ...(reasons.length === 0
      ? []
      : [`left out: ${reasons.map(([why, urls]) => `${urls?.length} (${why})`).join(', ')}`]),
    ...(url.startsWith('http:') ? ['it came in cleartext: only the arm http can load it'] : []),
    `in a plan: page: mirror:${folder}`,
  ]
    .map(visible)
    .join('\n')
}
