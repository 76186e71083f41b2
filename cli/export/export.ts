import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { COMPOSITION_METRICS } from '../../model/composition-metrics.ts'
import type { Answer } from '../../server/contract/contract.ts'
import { TABLE_ROWS } from '../../server/contract/page-sizes.ts'
import { COMPOSITION_SORTS } from '../../server/contract/sorts.ts'
import { demandDashboard, WEB_FOLDER } from '../data/serve.ts'
import { untilInterrupted } from '../exit/exit-codes.ts'
import { chosenDataLicense, type DataLicenseOptions, dataLicenseOption } from '../options/data-license.ts'
import { databaseOption } from '../options/database.ts'
import { VERSION } from '../options/version.ts'
import { PlainLines } from '../output/progress.ts'
import { countText } from '../output/text.ts'
import { type AnswerWriter, answerWriter } from './answer-writer.ts'
import { writeField } from './field-answers.ts'
import { writeLab } from './lab-answers.ts'
import { writeOverview } from './overview-answers.ts'
import { writePlainFigures } from './plain-answers.ts'
import { MOST_SORTED_SITES, writeSite, writeSites } from './site-answers.ts'
import { createStaticFolder } from './static-folder.ts'
import { writePages } from './static-pages.ts'

interface ExportOptions extends DataLicenseOptions {
  readonly static: string
  readonly database: string
  readonly web: string
  readonly har?: true
  readonly path: string
  readonly recorded?: true
}

export function exportCommand(): Command {
  return new Command('export')
    .requiredOption('--static <folder>', 'where to; a new or empty folder')
    .addOption(
      new Option('--web <folder>', 'the built dashboard').default(WEB_FOLDER, 'that of this towline'),
    )
    .option('--path <path>', 'where the files stand on their host, such as /some/folder/', hostPath, '/')
    .option('--har', 'also the list of all loads of each page, and the HAR of each load')
    .option('--recorded', 'say on every page that the data is a recorded demonstration')
    .addOption(dataLicenseOption())
    .addOption(databaseOption())
    .action(exportStatic)
}

async function exportStatic(options: ExportOptions): Promise<void> {
  const path = resolve(options.static)
  const webFolder = resolve(options.web)
  await demandDashboard(webFolder)
  await using interrupted = untilInterrupted()
  await using folder = await createStaticFolder(path)
  // The server's parts take tens of megabytes: no other command is to load them.
  const [{ pino }, { startReadOnlyServer }] = await Promise.all([
    import('pino'),
    import('../../server/read-only-server.ts'),
  ])
  await using server = await startReadOnlyServer({
    database: options.database,
    webFolder,
    log: pino({ level: 'error' }, pino.destination({ fd: 2, sync: true })),
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
    toolVersion: VERSION,
    recorded: options.recorded === true,
    dataLicense: chosenDataLicense(options),
  })
  const writer = answerWriter({
    address: server.address,
    folder: folder.partial,
    signal: interrupted.signal,
    written: showWhenDue(),
  })
  const withHars = options.har === true
  const domains = await writeAnswers(writer, withHars)
  const leftOut = leftOutWords(domains.sites.length, withHars)
  await writePages(folder.partial, webFolder, domains, { leftOut, root: options.path.replace(/\/$/, '') })
  interrupted.signal.throwIfAborted()
  await folder.publish()
  const { files, sizeBytes, hars } = writer
  const all = `${countText(files, 'answer')}, ${megabytes(sizeBytes)}`
  const ofHars = `of it ${countText(hars.files, 'HAR')}, ${megabytes(hars.sizeBytes)}`
  console.log(`${options.static}: the dashboard with ${all}, ${ofHars}`)
  for (const line of leftOut) console.log(`left out: ${line}`)
}

async function writeAnswers(writer: AnswerWriter, withHars: boolean) {
  await writeOverview(writer)
  await writeCompositions(writer)
  await writeLab(writer)
  await writeLoad(writer)
  const field = await writeField(writer)
  const sites = await writeSites(writer)
  for (const domain of sites) await writeSite(writer, domain, { withHars })
  return { sites, field }
}

/** `/`, or `/some/folder/`; the slash at the end may be left out. */
function hostPath(text: string): string {
  if (!/^\/([\w.~-]+\/?)*$/.test(text))
    throw new InvalidArgumentError('must be a path such as /some/folder/.')
  return text
}

/** Words what the server answers and the files do not. */
function leftOutWords(sites: number, withHars: boolean): readonly string[] {
  return [
    'searches in tables of sites, their filter by CDN, and more than one other choice at once',
    ...(sites > MOST_SORTED_SITES
      ? [`the tables of sites in another order than by rank (more than ${MOST_SORTED_SITES} sites)`]
      : []),
    'the choice of another lab condition beside the field',
    'filters of the list of changes',
    ...(withHars
      ? ['filmstrips of other samples than the median one of each arm']
      : [
          'HARs and filmstrips of other samples than the median one of each arm, and lists of samples (--har has HARs)',
        ]),
    'the OpenAPI file',
  ]
}

function showWhenDue(): (files: number, sizeBytes: number) => void {
  const plain = new PlainLines(() => performance.now())
  return (files, sizeBytes) => {
    if (plain.take()) process.stderr.write(`${files} answers, ${megabytes(sizeBytes)}\n`)
  }
}

function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1e6).toFixed(1)} MB`
}

/** Writes what the pages of each live campaign are made of: distributions, and the table under each arm. */
async function writeCompositions(writer: AnswerWriter): Promise<void> {
  const { campaigns } = await writer.json('campaigns', '/campaigns')
  for (const campaign of campaigns) if (campaign.labRunId === null) await writeComposition(writer, campaign)
}

async function writeComposition(
  writer: AnswerWriter,
  { id, arms, sites }: Answer<'campaigns'>['campaigns'][number],
): Promise<void> {
  await writePlainFigures(writer, 'campaign', id)
  const path = `/campaigns/${id}/composition`
  for (const metric of COMPOSITION_METRICS)
    await writer.downloads('compositionCdf', `${path}/cdf`, { metric })
  const sorts = sites > MOST_SORTED_SITES ? (['rank'] as const) : COMPOSITION_SORTS
  for (const arm of arms)
    for (const sort of sorts)
      for (const order of ['asc', 'desc']) {
        const asked = { arm, sort, order }
        await writer.downloads('composition', path, asked)
        for (let page = 1; page === 1 || (page - 1) * TABLE_ROWS < sites; page += 1)
          await writer.json('composition', path, { ...asked, page, pageSize: TABLE_ROWS })
      }
}

/** Every load run with the intervals of each of its servers: every choice that the page offers. */
async function writeLoad(writer: AnswerWriter): Promise<void> {
  const { runs } = await writer.json('loadRuns', '/load/runs')
  for (const { id, plan } of runs) {
    const path = `/load/runs/${id}`
    await writer.downloads('loadRun', path)
    await writer.downloads('loadSeconds', `${path}/seconds`)
    for (const server of plan.servers)
      await writer.downloads('loadIntervals', `${path}/intervals`, { server })
  }
}
