export * from '../../figures/quantity.ts'
