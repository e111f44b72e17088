import type { GameModule } from '../game/module';
export const game = {} as GameModule;
