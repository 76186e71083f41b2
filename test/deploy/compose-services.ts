import { parse } from 'yaml'

/** What a service of compose.yaml runs. */
export interface Service {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

interface ComposeFile {
  readonly services: Readonly<Record<string, { command?: string[]; environment?: Record<string, string> }>>
}

/** The services of a compose.yaml, with its variables replaced. @throws Error where one that it demands is not given */
export function composeServices(
  text: string,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, Service>> {
  const { services } = parse(text, { merge: true }) as ComposeFile
  const replaced = (value: string): string => replaceVariables(value, variables)
  return Object.fromEntries(
    Object.entries(services).map(([name, { command = [], environment = {} }]) => [
      name,
      {
        command: command.map(replaced),
        environment: Object.fromEntries(
          Object.entries(environment).map(([variable, value]) => [variable, replaced(value)]),
        ),
      },
    ]),
  )
}

/** `${NAME:?}` is demanded, `${NAME:-default}` is not. */
function replaceVariables(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replaceAll(
    /\$\{(\w+):([?-])([^}]*)\}/g,
    (_, name: string, kind: string, otherwise: string) => {
      const given = variables[name]
      if (given === undefined && kind === '?') throw new Error(`compose.yaml demands ${name}`)
      return given ?? otherwise
    },
  )
}
