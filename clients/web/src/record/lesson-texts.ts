// The texts of the lesson. They are loaded with it.
import { speaker } from '../base/i18n';

export const en = {
  'lesson.title': 'Mistake {n} of {all}',
  'lesson.yours': 'Move {ply}: you played {move}. Find something better.',
  'lesson.theirs': 'Move {ply}: {who} played {move}. Find something better.',
  'lesson.tryAgain': '{words} Try another move.',
  'lesson.found': 'Well found! {words}',
  'lesson.shown': 'The best move: {words}',
  'lesson.show': 'Show me',
  'lesson.why': 'Why?',
  'lesson.next': 'Next mistake',
  'lesson.done': 'Done',
  'lesson.leave': 'Close the lesson',
};

export const ja: Record<keyof typeof en, string> = {
  'lesson.title': 'ミス {n}/{all}',
  'lesson.yours': '{ply}手目、あなたは{move}と打ちました。もっとよい手を探してください。',
  'lesson.theirs': '{ply}手目、{who}は{move}と打ちました。もっとよい手を探してください。',
  'lesson.tryAgain': '{words}ほかの手を探してみましょう。',
  'lesson.found': 'お見事！{words}',
  'lesson.shown': '最善の手：{words}',
  'lesson.show': '答えを見る',
  'lesson.why': 'なぜ？',
  'lesson.next': '次のミス',
  'lesson.done': '終わり',
  'lesson.leave': '練習を閉じる',
};

export const { t } = speaker({ en, ja });
