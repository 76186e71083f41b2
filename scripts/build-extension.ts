import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { VERSION } from '../cli/options/version.ts'
import { buildExtension } from '../extension/build/build-extension.ts'
import { serverOrigin } from '../extension/store/settings.ts'

const json = async (file?: string): Promise<unknown> =>
  file === undefined ? null : JSON.parse(await readFile(file, 'utf8'))

const command = new Command('build-extension')
  .description('builds the extension for Chromium and Firefox: folders to load unpacked, and zip files')
  .option('--server <url>', 'server that contributions go to: https, or http on this machine')
  .option('--study <file>', 'its answer of /api/v1/field/study, to go into the package')
  .option('--reference <file>', 'its answer of /api/v1/field/reference, to go into the package')
  .option('--out <folder>', 'where to', join(import.meta.dirname, '../extension/dist'))
  .parse()
const options = command.opts<{ server?: string; study?: string; reference?: string; out: string }>()
const server = options.server === undefined ? null : serverOrigin(options.server)
if (options.server !== undefined && server === null)
  command.error(`--server ${options.server} is not an origin of https, or of http on this machine`)

const packages = await buildExtension({
  outDir: options.out,
  version: VERSION,
  server,
  study: await json(options.study),
  reference: await json(options.reference),
})
for (const { folder, zipFile } of packages) console.log(`${zipFile}\n  unpacked: ${folder}`)
