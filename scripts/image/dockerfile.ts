/** What one line of a Dockerfile does, of those that ours has. */
export type ImageStep =
  | { readonly does: 'run'; readonly command: string }
  | {
      readonly does: 'copy'
      /** The name of the stage; null: the clone. */
      readonly from: string | null
      readonly source: string
      readonly target: string
    }
  | { readonly does: 'env'; readonly values: Readonly<Record<string, string>> }
  | { readonly does: 'user'; readonly name: string }
  | { readonly does: 'workdir'; readonly path: string }
  | { readonly does: 'entrypoint' | 'cmd'; readonly words: readonly string[] }

export interface ImageStage {
  /** The image that it begins with. */
  readonly base: string
  readonly name: string | null
  readonly steps: readonly ImageStep[]
}

/** The stages of a Dockerfile. @throws Error at an instruction or a form of it that is not known here */
export function parseDockerfile(text: string): readonly ImageStage[] {
  const stages: { base: string; name: string | null; steps: ImageStep[] }[] = []
  for (const line of instructions(text)) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.+)$/s.exec(line) ?? []
    if (word !== 'FROM') {
      const stage = stages.at(-1)
      if (stage === undefined) throw new Error(`there is no FROM before: ${line}`)
      stage.steps.push(parseStep(word, rest))
      continue
    }
    const [, base, name = null] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? []
    if (base === undefined) throw new Error(`not a FROM that is known here: ${line}`)
    stages.push({ base, name, steps: [] })
  }
  return stages
}

/** Without comments, with lines that end in a backslash joined. */
function instructions(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
}

function parseStep(word: string, rest: string): ImageStep {
  switch (word) {
    case 'RUN':
      return { does: 'run', command: rest }
    case 'COPY':
      return parseCopy(rest)
    case 'ENV':
      return { does: 'env', values: parseEnv(rest) }
    case 'USER':
      return { does: 'user', name: rest }
    case 'WORKDIR':
      return { does: 'workdir', path: rest }
    case 'ENTRYPOINT':
    case 'CMD':
      return { does: word === 'CMD' ? 'cmd' : 'entrypoint', words: JSON.parse(rest) as string[] }
    default:
      throw new Error(`not an instruction that is known here: ${word} ${rest}`)
  }
}

function parseCopy(rest: string): ImageStep {
  const [, from = null, source, target] = /^(?:--from=(\S+)\s+)?([^\s-]\S*)\s+(\S+)$/.exec(rest) ?? []
  if (source === undefined || target === undefined) throw new Error(`not a COPY that is known here: ${rest}`)
  return { does: 'copy', from, source, target }
}

function parseEnv(rest: string): Readonly<Record<string, string>> {
  const pairs = rest.split(/\s+/).map((pair) => /^(\w+)=([^"'\\]*)$/.exec(pair))
  if (pairs.includes(null)) throw new Error(`not an ENV that is known here: ${rest}`)
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** A value with `$NAME` replaced, as Docker does in ENV. */
export function expandVariables(value: string, env: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$(\w+)|\$\{(\w+)\}/g, (_, plain, braced) => env[plain ?? braced] ?? '')
}
