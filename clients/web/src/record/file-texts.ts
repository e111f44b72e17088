// The texts of the page that opens records from files, and what may be wrong with one.
import { speaker } from '../base/i18n';

export const en = {
  'file.title': 'Open a game record',
  'file.why':
    'Choose a record that you have downloaded (a .jsonl file), or drop it here. It is checked and replayed in this browser; the file is not sent anywhere.',
  'file.choose': 'Choose a file',
  'file.drop': 'or drop it here',
  'file.reading': 'Checking {name} …',
  'file.checked': 'From the file {name}. Checked here: all {n} lines are unchanged, follow the rules and lead to this result.',
  'file.setBack':
    'The time of line {line} is earlier than that of the line before: the clock of an older server was set back. No move depends on it.',
  'file.noRules':
    'This page was built without the rules of the games, so it cannot replay files. The terminal client can: engawa replay FILE.',
  'file.several': 'Please open one file at a time.',
  'file.unreadable': 'The file {name} could not be read. Folders cannot be opened.',
  'file.large': 'The file {name} is too large for a record: {n} MB are allowed.',
  'file.none': 'The file {name} is not a record of Engawa. A record begins with {"format":"engawa-record".',
  'file.game': 'This is a record of "{game}", a game that this server does not have.',
  'file.offline': 'The rules of this game could not be loaded. Check your connection and open the file again.',
  'file.broken': 'The record in {name} cannot be shown: it contains something that no record of this server can contain.',
  'fault.chain': 'Line {line} of the record has been changed or damaged.',
  'fault.shape': 'Line {line} is not a line of a record.',
  'fault.unfinished': 'The record has no end: the game was still being played, or the last lines are missing.',
  'fault.game': 'This game was played with a different version of the rules.',
  'fault.commitment': 'The seed at the end is not the one that was fixed before the first move.',
  'fault.input': 'What line {line} says is not possible in that position.',
  'fault.state': 'The position after line {line} is not the one that the record names.',
  'fault.result': 'The result in the record is not the one that its moves lead to.',
};

export type FileKey = keyof typeof en;

export const ja: Record<FileKey, string> = {
  'file.title': '棋譜のファイルを開く',
  'file.why':
    '保存した棋譜（.jsonlファイル）を選ぶか、ここにドロップしてください。検証も再生もこのブラウザーの中で行われ、ファイルはどこにも送られません。',
  'file.choose': 'ファイルを選ぶ',
  'file.drop': 'またはここにドロップ',
  'file.reading': '{name}を検証しています…',
  'file.checked':
    'ファイル{name}の棋譜です。このブラウザーで検証済み：全{n}行に書き換えはなく、ルールどおりに進んでこの結果になります。',
  'file.setBack':
    '{line}行目の時刻が前の行より戻っています。以前のバージョンのサーバーで時計が戻されたためで、対局の内容には影響しません。',
  'file.noRules':
    'このページはゲームのルールなしでビルドされているため、ファイルを再生できません。ターミナルのengawa replay FILEなら再生できます。',
  'file.several': 'ファイルは1つずつ開いてください。',
  'file.unreadable': '{name}を読み込めませんでした。フォルダーは開けません。',
  'file.large': '{name}は棋譜としては大きすぎます。{n}MBまで開けます。',
  'file.none': '{name}はEngawaの棋譜ではありません。棋譜は{"format":"engawa-record"で始まります。',
  'file.game': 'このページにないゲーム「{game}」の棋譜です。',
  'file.offline': 'このゲームのルールを読み込めませんでした。通信の状態を確かめて、もう一度ファイルを開いてください。',
  'file.broken': '{name}の棋譜は表示できません。このサーバーの棋譜にはない内容が含まれています。',
  'fault.chain': '棋譜の{line}行目が書き換えられているか、壊れています。',
  'fault.shape': '{line}行目は棋譜の行ではありません。',
  'fault.unfinished': '棋譜に終わりがありません。対局が続いていたか、末尾が欠けています。',
  'fault.game': 'このページとは異なるバージョンのルールで行われた対局の棋譜です。',
  'fault.commitment': '末尾で公開されたシードが、対局前に定められたものと一致しません。',
  'fault.input': '{line}行目の内容は、その局面では起こりえません。',
  'fault.state': '{line}行目のあとの局面が、棋譜に書かれたものと異なります。',
  'fault.result': '棋譜に書かれた結果が、手順から得られる結果と異なります。',
};

export const { t } = speaker({ en, ja });
