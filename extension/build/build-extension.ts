import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { build } from 'vite'
import type { Target } from '../capture/target.ts'
import { manifest } from '../manifest.ts'
import { PUBLIC_SERVER } from '../store/public-server.ts'
import { referenceOf, studyOf } from '../store/published.ts'
import { EXTENSION, modulesOf, scriptOf } from './vite-options.ts'

/** The earliest that a zip file can name; a fixed moment, so that the same files make the same zip. */
const MOMENT = new Date(1980, 0, 1)

/** All files of a folder as a zip file: sorted, without times and rights, so that it depends on their bytes alone. */
async function zipFolder(folder: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
  const files: Zippable = {}
  for (const name of names) files[name] = new Uint8Array(await readFile(join(folder, name)))
  return zipSync(files, { mtime: MOMENT, level: 9 })
}

const TARGETS = ['chromium', 'firefox'] as const satisfies readonly Target[]

export interface PackageData {
  readonly version: string
  /** Origin of the collecting server; null: its user sets one. */
  readonly server: string | null
  /** Origin of the public server that one click sets. Default: towline's, once there is one. */
  readonly publicServer?: string
  /** Answers of `GET /api/v1/field/study` and `/field/reference` that go into the package; null: none. */
  readonly study: unknown
  readonly reference: unknown
}

interface BuildOptions extends PackageData {
  readonly outDir: string
  /** Default: both. */
  readonly targets?: readonly Target[]
}

export interface Package {
  readonly target: Target
  /** Unpacked. */
  readonly folder: string
  readonly zipFile: string
}

/** Builds what is the same in every package for this browser: scripts, pages and icons. */
export async function buildCode(target: Target, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build(modulesOf(target, folder))
  await build(scriptOf(target, folder, 'capture/collect.ts', 'collect.js'))
  await build(scriptOf(target, folder, 'badge/report-protocol.ts', 'badge.js'))
  await cp(join(EXTENSION, 'icons'), join(folder, 'icons'), { recursive: true })
}

/** Writes the manifest, and the data that differs between packages. */
export async function writeData(target: Target, folder: string, options: PackageData): Promise<void> {
  const data = {
    'manifest.json': manifest(target, options.version),
    'server.json': options.server,
    'public-server.json': options.publicServer ?? PUBLIC_SERVER,
    'study.json': options.study === null ? null : studyOf(options.study, null),
    'reference.json': options.reference === null ? null : referenceOf(options.reference, null),
  }
  for (const [name, value] of Object.entries(data))
    await writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
}

/** Builds the packages: a folder and a zip file for each browser. The same sources and options give the same bytes. */
export async function buildExtension(options: BuildOptions): Promise<Package[]> {
  const { outDir, version, targets = TARGETS } = options
  const packages: Package[] = []
  for (const target of targets) {
    const folder = join(outDir, target)
    await buildCode(target, folder)
    await writeData(target, folder, options)
    const zipFile = join(outDir, `towline-${target}-${version}.zip`)
    await writeFile(zipFile, await zipFolder(folder))
    packages.push({ target, folder, zipFile })
  }
  return packages
}
