declare module 'virtual:messages/*' {
  const catalogue: import('./create-translate.ts').Catalogue;
  export default catalogue;
}
