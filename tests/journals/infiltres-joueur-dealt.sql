BEGIN TRANSACTION;
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO "header" VALUES('format','1');
INSERT INTO "header" VALUES('game','"infiltres"');
INSERT INTO "header" VALUES('players','9');
INSERT INTO "header" VALUES('roles','[["infiltré", "wolves", ["wolves"]], ["croyant", "village", []], ["hackeuse", "village", ["seer", "denounce"]], ["ministre", "village", ["minister"]], ["pasteur", "village", ["pastor"]], ["leader-louange", "village", ["hymn"]], ["lanceuse-d-alerte", "village", ["silence"]], ["guetteuse", "village", ["girl"]], ["avocate", "village", ["lawyer"]], ["agent-double", "village", ["double"]]]');
INSERT INTO "header" VALUES('hand','[["infiltré", 2], ["croyant", 4], ["hackeuse", 1], ["ministre", 1], ["pasteur", 1]]');
INSERT INTO "header" VALUES('calls_first','["double", "pastor"]');
INSERT INTO "header" VALUES('calls_every','["seer", "lawyer", "silence", "wolves", "minister"]');
INSERT INTO "header" VALUES('windows','{"double": [20.0, 10.0], "pastor": [8.0], "seer": [15.0, 10.0], "lawyer": [20.0], "silence": [20.0], "wolves": [26.0, 8.0, 6.0], "girl": [8.0], "minister": [10.0, 10.0, 15.0], "round": [5.0], "key_card": [12.0], "practice": [12.0], "death": [8.0]}');
INSERT INTO "header" VALUES('options','{"reveal": "role", "call_the_dead": true, "drum": true, "relay": false, "parity": "majority", "elect": "start", "revenge": "must", "revenge_on": ["grief", "night", "shot", "vote"], "count_votes": false, "double_elimination": false, "volunteers": true, "day": "vote", "playing_cards": false, "debate": 300.0, "debate_warning": 60.0}');
INSERT INTO "header" VALUES('mode','"joueur"');
INSERT INTO "header" VALUES('deal','"narrator"');
INSERT INTO "header" VALUES('office','"sage"');
INSERT INTO "header" VALUES('names','[]');
INSERT INTO "header" VALUES('floor','8.0');
INSERT INTO "header" VALUES('seed','3');
INSERT INTO "header" VALUES('key','"05b69c6e5fd429562a958802e1578bb26c4f97e31030c6b4a41b025767abb8a9"');
INSERT INTO "header" VALUES('fixed','null');
INSERT INTO "header" VALUES('engine','"village"');
INSERT INTO "header" VALUES('pack','"infiltres"');
INSERT INTO "header" VALUES('pack_hash','"2754de38ed09264f778202a9cd020c0f9ab9e2bb7d4b45e12f545d435034b203"');
INSERT INTO "header" VALUES('rules_version','1');
INSERT INTO "header" VALUES('language','"fr"');
CREATE TABLE row (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('answer', 'entry', 'clear', 'cue', 'undo', 'told', 'outcome')),
    question TEXT,
    value TEXT NOT NULL
) STRICT;
INSERT INTO "row" VALUES(1,'cue',NULL,'1');
INSERT INTO "row" VALUES(2,'answer','reminder.wanted','"no"');
INSERT INTO "row" VALUES(3,'answer','practice.wanted','"no"');
INSERT INTO "row" VALUES(4,'answer','ready','"done"');
INSERT INTO "row" VALUES(5,'cue',NULL,'2');
INSERT INTO "row" VALUES(6,'cue',NULL,'3');
INSERT INTO "row" VALUES(7,'cue',NULL,'4');
INSERT INTO "row" VALUES(8,'cue',NULL,'5');
INSERT INTO "row" VALUES(9,'cue',NULL,'6');
INSERT INTO "row" VALUES(10,'cue',NULL,'7');
INSERT INTO "row" VALUES(11,'cue',NULL,'8');
INSERT INTO "row" VALUES(12,'cue',NULL,'9');
INSERT INTO "row" VALUES(13,'cue',NULL,'10');
INSERT INTO "row" VALUES(14,'cue',NULL,'11');
INSERT INTO "row" VALUES(15,'cue',NULL,'12');
INSERT INTO "row" VALUES(16,'answer','sage.volunteers','[5]');
INSERT INTO "row" VALUES(17,'cue',NULL,'13');
INSERT INTO "row" VALUES(18,'cue',NULL,'14');
INSERT INTO "row" VALUES(19,'cue',NULL,'15');
INSERT INTO "row" VALUES(20,'answer','seer.target','[3]');
INSERT INTO "row" VALUES(21,'cue',NULL,'16');
COMMIT;
