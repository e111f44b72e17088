// The modules that games-plugin.mjs generates from the folders here, and errors-plugin.mjs from the registry of errors.
declare module 'virtual:retry' {
  export const RETRY: string[];
}
declare module 'virtual:games' {
  export const GAMES: Record<string, { load(): Promise<{ game: import('../model/module').GameModule }>; style: string }>;
  export const PICTURES: Record<string, () => Promise<{ picture(view: object): SVGElement }>>;
  export const JUDGES: Record<string, () => Promise<import('../model/judge').JudgeModule>>;
  export const CARDS: Record<string, () => Promise<{ card: import('../card/card').Card }>>;
}
declare module 'virtual:game-texts' {
  export const GAME_EVENTS: [game: string, kind: string][];
  export const GAME_TEXTS: Record<string, Record<'en' | 'ja', Record<string, string>>>;
}

declare module 'virtual:styles' {
  // Addresses by the name of the part; empty in tests, which have no styles.
  export const STYLES: Record<string, string>;
}

declare module 'virtual:rules' {
  // The addresses of the games' rules; empty in a page that was built without a compiler for them.
  export const RULES: Record<string, string>;
}
