import packageJson from '../../package.json' with { type: 'json' }

/** Version of towline itself; stored with every survey. */
export const VERSION: string = packageJson.version
