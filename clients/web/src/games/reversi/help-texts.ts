// The words of the rules of reversi.
import { speaker } from '../../base/i18n';

export const en = {
  'help.enclose':
    'Place a disc so that a straight line of other discs lies between it and another disc of yours. You enclose these discs, and they become yours.',
  'help.where': 'A line may go across, down or diagonally, without gaps. Where you would enclose nothing, you cannot play.',
  'help.wild':
    'A wildcard (green ★) at the end of a line counts as a disc of yours. It stays green, so the next player can use it, too.',
  'help.wildEnd': 'A line ends at the first disc of yours. Without one, it ends at the wildcard farthest from your new disc.',
  'help.keeps': 'Here some discs can be enclosed, but never change colour: {discs}.',
  'help.keepsWild': 'Here only wildcards keep their colour. Discs of all players can be flipped.',
  'help.wildcards': 'wildcards',
  'help.nothing': 'A move that encloses nothing but discs that keep their colour is legal, too. It flips nothing.',
  'help.bomb':
    'If you enclose a bomb (red ✕), it explodes. Every line that the move closes disappears with the discs at both ends, including the one you have just placed.',
  'help.turns': 'Players take turns in this order: {players}.',
  'help.cut': '{who} has no turns, but cuts in at moves {plies} of the game.',
  'help.cut.one': '{who} has no turns, but cuts in at move {plies} of the game.',
  'help.cutToo': '{who} also cuts in at moves {plies}, besides its turns.',
  'help.cutToo.one': '{who} also cuts in at move {plies}, besides its turns.',
  'help.cutOrder': 'Nobody loses a turn to a cut-in: the player who was next plays the move after it.',
  'help.stuckEnd': 'If a player cannot move when it is time to cut in, the game ends at once, even if others could still play.',
  'help.stuckSkip': 'If a player cannot move when it is time to cut in, the next player in order plays that move.',
  'help.compete': '{others} cannot win: only {players} can.',
  'help.pass': 'If you cannot move, you are skipped. If you can, you must.',
  'help.end': 'When nobody can move, the game ends and the most discs win. Equal numbers for the first place are a draw.',
  'help.endCuts':
    'When {players} can no longer move, the game ends, even if a cut-in is still to come. The most discs win; equal numbers for the first place are a draw.',
};

export const ja: Record<keyof typeof en, string> = {
  'help.enclose': '自分の石と石の間に、ほかの石を一直線にはさむように打ちます。はさんだ石は自分の色になります。',
  'help.where':
    'はさむ列は、縦・横・斜めのどの向きでもかまいません。途中に空きがあってはいけません。石をはさめないマスには打てません。',
  'help.wild': '変化石（緑★）が列の端にあるときは、だれでも自分の石として使えます。緑のまま残るので、次の人も使えます。',
  'help.wildEnd': '列は、最初に出会う自分の石で終わります。自分の石がなければ、打つマスからいちばん遠い変化石が端です。',
  'help.keeps': 'このルールでは、{discs}の石ははさまれても色が変わりません。',
  'help.keepsWild': 'このルールで色が変わらないのは変化石だけです。プレイヤーの石は、どの色も返されます。',
  'help.wildcards': '変化石',
  'help.nothing': '色の変わらない石だけをはさむ手も打てます。返る石はなく、自分の石が1つ増えるだけです。',
  'help.bomb': 'ボム石（赤✕）をはさむと爆発します。その手ではさんだ列が、両端の石ごとすべて消えます。今打った石も残りません。',
  'help.turns': '順番は{players}で、これをくり返します。',
  'help.cut': '{who}は順番には入らず、{plies}手目に割り込みます。',
  'help.cut.one': '{who}は順番には入らず、{plies}手目に割り込みます。',
  'help.cutToo': '{who}は、自分の番のほかに、{plies}手目にも割り込みます。',
  'help.cutToo.one': '{who}は、自分の番のほかに、{plies}手目にも割り込みます。',
  'help.cutOrder': '割り込みがあっても、順番は飛びません。割り込まれた人は、その次の手を打ちます。',
  'help.stuckEnd': '割り込む番に打てるマスがないと、ほかの人がまだ打てても、そこで終局です。',
  'help.stuckSkip': '割り込む番に打てるマスがないと、割り込みはなくなり、順番の人がその手を打ちます。',
  'help.compete': '{others}は勝てません。勝敗を争うのは{players}だけです。',
  'help.pass': '打てるマスのない人はパスになります。打てるときは、必ず打ちます。',
  'help.end': 'だれも打てなくなったら終局です。石のいちばん多い人が勝ち、1位が同数なら引き分けです。',
  'help.endCuts':
    '{players}が打てなくなると、割り込みが残っていても終局です。石のいちばん多い人が勝ち、1位が同数なら引き分けです。',
};

export const { t, count } = speaker({ en, ja });
