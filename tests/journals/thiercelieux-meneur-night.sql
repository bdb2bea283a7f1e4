BEGIN TRANSACTION;
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO "header" VALUES('format','1');
INSERT INTO "header" VALUES('game','"thiercelieux"');
INSERT INTO "header" VALUES('players','8');
INSERT INTO "header" VALUES('roles','[["loup-garou", "wolves", ["wolves"]], ["villageois", "village", []], ["voyante", "village", ["seer"]], ["voleur", "village", ["thief"]], ["chasseur", "village", ["hunter"]], ["cupidon", "village", ["cupid"]], ["sorcière", "village", ["witch"]], ["petite-fille", "village", ["girl"]]]');
INSERT INTO "header" VALUES('hand','[["loup-garou", 2], ["villageois", 2], ["voyante", 1], ["chasseur", 1], ["cupidon", 1], ["sorcière", 1]]');
INSERT INTO "header" VALUES('calls_first','["thief", "cupid", "lovers"]');
INSERT INTO "header" VALUES('calls_every','["seer", "wolves", "witch"]');
INSERT INTO "header" VALUES('windows','{"thief": [20.0, 10.0], "cupid": [25.0], "lovers": [15.0], "seer": [15.0, 10.0], "wolves": [28.0, 12.0], "girl": [8.0], "witch": [10.0, 10.0, 15.0], "round": [5.0], "key_card": [12.0], "tour": [20.0], "practice": [12.0], "death": [8.0]}');
INSERT INTO "header" VALUES('options','{"reveal": "role", "call_the_dead": true, "drum": true, "relay": false, "parity": "no", "elect": "day:1", "revenge": "must", "revenge_on": ["grief", "night", "shot", "vote"], "count_votes": false, "double_elimination": false, "volunteers": false, "day": "vote", "playing_cards": false, "debate": 300.0, "debate_warning": 60.0}');
INSERT INTO "header" VALUES('mode','"meneur"');
INSERT INTO "header" VALUES('deal','"cards"');
INSERT INTO "header" VALUES('office','"capitaine"');
INSERT INTO "header" VALUES('names','["Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo"]');
INSERT INTO "header" VALUES('floor','8.0');
INSERT INTO "header" VALUES('seed','459552911');
INSERT INTO "header" VALUES('key','"00fb790d23424c07959e3ac3fc77abb271068b670fad12f1089e2194a0ce965e"');
INSERT INTO "header" VALUES('fixed','null');
INSERT INTO "header" VALUES('engine','"village"');
INSERT INTO "header" VALUES('pack','"thiercelieux"');
INSERT INTO "header" VALUES('pack_hash','"200db875c0252f5b1e2e970313e7ba992b083ab51c155ebd3a25dd89b63af434"');
INSERT INTO "header" VALUES('rules_version','1');
INSERT INTO "header" VALUES('language','"fr"');
CREATE TABLE row (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('answer', 'entry', 'clear', 'cue', 'undo', 'told', 'outcome')),
    question TEXT,
    value TEXT NOT NULL
) STRICT;
INSERT INTO "row" VALUES(1,'cue',NULL,'1');
INSERT INTO "row" VALUES(2,'answer','reminder.wanted','"yes"');
INSERT INTO "row" VALUES(3,'answer','practice.wanted','"no"');
INSERT INTO "row" VALUES(4,'answer','ready','"done"');
INSERT INTO "row" VALUES(5,'cue',NULL,'2');
INSERT INTO "row" VALUES(6,'answer','deal.done','"done"');
INSERT INTO "row" VALUES(7,'cue',NULL,'3');
INSERT INTO "row" VALUES(8,'cue',NULL,'4');
INSERT INTO "row" VALUES(9,'answer','cupid.seat','[7]');
INSERT INTO "row" VALUES(10,'answer','cupid.lovers','[3, 2]');
INSERT INTO "row" VALUES(11,'cue',NULL,'5');
INSERT INTO "row" VALUES(12,'cue',NULL,'6');
INSERT INTO "row" VALUES(13,'cue',NULL,'7');
INSERT INTO "row" VALUES(14,'answer','seer.seat','[6]');
INSERT INTO "row" VALUES(15,'answer','seer.target','[2]');
INSERT INTO "row" VALUES(16,'cue',NULL,'8');
INSERT INTO "row" VALUES(17,'answer','wolves.seats','[3, 5]');
INSERT INTO "row" VALUES(18,'answer','wolves.victim','[6]');
INSERT INTO "row" VALUES(19,'cue',NULL,'9');
INSERT INTO "row" VALUES(20,'answer','witch.seat','[1]');
INSERT INTO "row" VALUES(21,'answer','witch.heal','"yes"');
INSERT INTO "row" VALUES(22,'answer','witch.poison','[7]');
INSERT INTO "row" VALUES(23,'answer','muster','"done"');
INSERT INTO "row" VALUES(24,'cue',NULL,'10');
INSERT INTO "row" VALUES(25,'cue',NULL,'11');
COMMIT;
