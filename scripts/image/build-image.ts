import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { homeOf, inRoot, ROOT_PATH } from './clean-root.ts'
import { expandVariables, type ImageStage, type ImageStep, parseDockerfile } from './dockerfile.ts'

/** The last stage of a Dockerfile as a folder, and how its command is run. */
export interface BuiltImage {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly folder: string
  readonly entrypoint: readonly string[]
  readonly cmd: readonly string[]
}

export interface BuildOptions {
  /** The clone that is copied. */
  readonly clone: string
  readonly dockerfile: string
  /** Where the roots are made. */
  readonly folder: string
  /** Downloads of apt and npm, for the next time. */
  readonly cache: string
  /** Certificate authorities of this machine's network, as a PEM file. */
  readonly ca?: string
  readonly say: (line: string) => void
}

/** Where the machine's authorities are seen while commands run: ca-certificates takes what lies there. */
const CA = '/usr/local/share/ca-certificates/this-machine.crt'

/** Runs the steps of a Dockerfile, each stage in a root of its own. Needs root's rights and mmdebstrap. */
export async function buildImage(options: BuildOptions): Promise<BuiltImage> {
  const built = new Map<string, BuiltImage>()
  let last: BuiltImage | null = null
  for (const [index, stage] of parseDockerfile(await readFile(options.dockerfile, 'utf8')).entries()) {
    last = await buildStage(stage, join(options.folder, `stage-${index}`), built, options)
    built.set(stage.name ?? String(index), last)
  }
  if (last === null) throw new Error(`${options.dockerfile} has no stage`)
  return last
}

async function buildStage(
  { base, steps }: ImageStage,
  root: string,
  built: ReadonlyMap<string, BuiltImage>,
  options: BuildOptions,
): Promise<BuiltImage> {
  const [, suite] = /^debian:(\w+)-slim$/.exec(base) ?? []
  if (suite === undefined) throw new Error(`${base} cannot be made here: only Debian can`)
  options.say(`FROM ${base}`)
  await run(['mmdebstrap', '--quiet', '--variant=minbase', suite, root])
  let image: BuiltImage = {
    ...{ root, env: { PATH: ROOT_PATH, HOME: '/root' }, user: 'root', folder: '/', entrypoint: [], cmd: [] },
  }
  for (const step of steps) image = await takeStep(image, step, built, options)
  return image
}

async function takeStep(
  image: BuiltImage,
  step: ImageStep,
  built: ReadonlyMap<string, BuiltImage>,
  options: BuildOptions,
): Promise<BuiltImage> {
  const { root } = image
  options.say(JSON.stringify(step))
  switch (step.does) {
    case 'run':
      await runStep(image, step.command, options)
      return image
    case 'copy':
      await copyStep(image, step, built, options)
      return image
    case 'env': {
      const added = Object.entries(step.values).map(([name, value]) => [
        name,
        expandVariables(value, image.env),
      ])
      return { ...image, env: { ...image.env, ...Object.fromEntries(added) } }
    }
    case 'user':
      return { ...image, user: step.name, env: { ...image.env, HOME: await homeOf(root, step.name) } }
    case 'workdir':
      await mkdir(join(root, step.path), { recursive: true })
      return { ...image, folder: step.path }
    case 'entrypoint':
      return { ...image, entrypoint: step.words }
    case 'cmd':
      return { ...image, cmd: step.words }
  }
}

/** What is committed or added is what a clone has; the rest is what .dockerignore names. */
const COPY_CLONE = 'git ls-files -z | tar --create --null --files-from - | tar --extract -C "$1"'

async function copyStep(
  { root, folder }: BuiltImage,
  { from, source, target }: Extract<ImageStep, { readonly does: 'copy' }>,
  built: ReadonlyMap<string, BuiltImage>,
  { clone }: BuildOptions,
): Promise<void> {
  const to = join(root, resolve(folder, target))
  await mkdir(to, { recursive: true })
  const stage = from === null ? null : built.get(from)
  if (stage !== null && stage !== undefined)
    await run(['cp', '--archive', `${join(stage.root, source)}/.`, to])
  else if (stage === null && source === '.') await run(['bash', '-c', COPY_CLONE, '-', to], clone)
  else throw new Error(`neither a stage nor the whole clone: COPY ${source} from ${from}`)
}

async function runStep(
  { root, env, user, folder }: BuiltImage,
  command: string,
  { cache, ca }: BuildOptions,
): Promise<void> {
  const [apt, npm] = [join(cache, 'apt'), join(cache, 'npm')]
  await mkdir(apt, { recursive: true })
  await mkdir(npm, { recursive: true })
  const shown = {
    [apt]: '/var/cache/apt/archives',
    [npm]: '/root/.npm',
    ...(ca === undefined ? {} : { [ca]: CA }),
  }
  await run(inRoot(root, ['/bin/sh', '-c', command], { user, folder, shown }), '/', {
    ...env,
    ...(ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: CA }),
  })
}

async function run(words: readonly string[], cwd = '/', env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const [program = '', ...argv] = words
  const [code] = (await once(
    spawn(program, argv, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  )) as [number | null]
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
}
